namespace Unpause.Cli.Output;

/// <summary><c>--color</c> of every command.</summary>
internal static class ColorOption
{
    private const string Auto = "auto", Always = "always", Never = "never";

    /// <summary>Its values.</summary>
    public static readonly IReadOnlyList<string> Values = [Auto, Always, Never];

    private static readonly Option<string> Option = Create();

    /// <summary>Adds the option to a command and its subcommands.</summary>
    public static Command AddTo(Command command)
    {
        command.Add(Option);
        return command;
    }

    /// <summary>Reads the option: true for always, false for never, null for auto.</summary>
    public static bool? Read(ParseResult parsed) => parsed.GetValue(Option) switch
    {
        Always => true,
        Never => false,
        _ => null,
    };

    private static Option<string> Create()
    {
        var option = new Option<string>("--color")
        {
            Description = "When to color the text: auto (on a terminal, without NO_COLOR and TERM=dumb), always or never. Default: auto.",
            HelpName = "WHEN",
            Recursive = true,
        };
        option.AcceptOnlyFromAmong([.. Values]);
        return option;
    }
}
