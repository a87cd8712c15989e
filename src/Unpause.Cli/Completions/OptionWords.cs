using Unpause.Cli.Checking;
using Unpause.Cli.Live;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Completions;

/// <summary>An option and its values.</summary>
/// <param name="Names">Its names, the long one first.</param>
/// <param name="Value">The name of its value in the help; null for a switch.</param>
/// <param name="Values">The words that it accepts; empty for a file, a time or a name.</param>
internal sealed record OptionWords(IReadOnlyList<string> Names, string Description, string? Value, IReadOnlyList<string> Values)
{
    /// <summary>The first sentence of its description, without characters that are special in shells.</summary>
    public string Summary =>
        new([.. Description.Split(". ")[0].TrimEnd('.').Where(letter => letter is not ('\'' or '"' or '`' or '$' or '\\' or '[' or ']'))]);

    /// <summary>Of an option.</summary>
    public static OptionWords From(Option option) => new(
        [option.Name, .. option.Aliases.Where(alias => alias != option.Name)],
        option.Description ?? "",
        option.Arity.MaximumNumberOfValues == 0 || option.ValueType == typeof(bool) ? null : option.HelpName ?? "VALUE",
        ValuesOf(option));

    private static IReadOnlyList<string> ValuesOf(Option option) => option.Name switch
    {
        "--format" when option.Description!.Contains("github", StringComparison.Ordinal) => CheckFormats.Names,
        "--format" => option.Description!.Contains("markdown, html", StringComparison.Ordinal) ? ReportFormats.Names
            : option.Description.Contains("markdown", StringComparison.Ordinal) ? ["terminal", "markdown", "json"] : ["terminal", "json"],
        "--color" => ColorOption.Values,
        "--fail-on" => [.. Budget.Metrics.Select(name => name + ">")],
        LiveFlags.Profile => ["pauses", "phases", "allocations"],
        "--stamps" => ["start", "end"],
        "--unit" => ["s", "ms", "us", "ns"],
        "--python-agent" => ["c", "pure"],
        "--sort" => ProcessChoice.Orders,
        "--by" => [.. Enum.GetNames<Recordings.Histograms.HeapOrder>().Select(name => name.ToLowerInvariant())],
        _ => [],
    };
}

/// <summary>A command with its arguments and options, for shell completion and the manual page.</summary>
/// <param name="Arguments">The names of its arguments in the help.</param>
/// <param name="Values">The words that an argument accepts; empty for files and numbers.</param>
internal sealed record CommandWords(
    string Name, string Description, string Arguments, IReadOnlyList<string> Values, IReadOnlyList<OptionWords> Options)
{
    // Values that a shell can offer; all others are files, processes or numbers.
    private static readonly Dictionary<string, Func<IReadOnlyList<string>>> Known = new(StringComparer.Ordinal)
    {
        [ExplainCommand.Name] = ExplainCommand.Offered,
        ["completions"] = () => ["bash", "zsh", "fish", "powershell"],
    };

    /// <summary>The first sentence of what it does.</summary>
    public string Summary => Description.Split('\n')[0].Split(". ")[0].Split(": unpause")[0].TrimEnd('.', ':');

    /// <summary>Of a command.</summary>
    public static CommandWords From(Command command) => new(
        command.Name,
        command.Description ?? "",
        string.Join(' ', command.Arguments.Where(argument => !argument.Hidden)
            .Select(argument => argument.Arity.MinimumNumberOfValues == 0 ? $"[{argument.Name}]" : argument.Name)),
        Known.GetValueOrDefault(command.Name)?.Invoke() ?? [.. command.Subcommands.Select(below => below.Name)],
        [.. command.Options.Concat(command.Subcommands.SelectMany(below => below.Options)).Where(option => !option.Hidden)
            .DistinctBy(option => option.Name).Select(OptionWords.From)]);
}
