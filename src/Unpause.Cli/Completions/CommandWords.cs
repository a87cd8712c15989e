using System.CommandLine;

namespace Unpause.Cli.Completions;

/// <summary>A command with its arguments and options, for shell completion and the manual page.</summary>
/// <param name="Name">The command.</param>
/// <param name="Description">What it does.</param>
/// <param name="Arguments">The names of its arguments in the help.</param>
/// <param name="Values">The words that an argument accepts; empty for files and numbers.</param>
/// <param name="Options">Its options.</param>
internal sealed record CommandWords(
    string Name, string Description, string Arguments, IReadOnlyList<string> Values, IReadOnlyList<OptionWords> Options)
{
    // Values that a shell can offer; all others are files, processes or numbers.
    private static readonly Dictionary<string, Func<IReadOnlyList<string>>> Known = new(StringComparer.Ordinal)
    {
        [ExplainCommand.Name] = ExplainCommand.Offered,
        ["completions"] = () => ["bash", "zsh", "fish"],
    };

    /// <summary>The first sentence of what it does.</summary>
    public string Summary => Description.Split('\n')[0].Split(". ")[0].Split(": unpause")[0].TrimEnd('.', ':');

    /// <summary>Of a command.</summary>
    public static CommandWords Of(Command command) => new(
        command.Name,
        command.Description ?? "",
        string.Join(' ', command.Arguments.Where(argument => !argument.Hidden)
            .Select(argument => argument.Arity.MinimumNumberOfValues == 0 ? $"[{argument.Name}]" : argument.Name)),
        Known.GetValueOrDefault(command.Name)?.Invoke() ?? [.. command.Subcommands.Select(below => below.Name)],
        [.. command.Options.Concat(command.Subcommands.SelectMany(below => below.Options)).Where(option => !option.Hidden)
            .DistinctBy(option => option.Name).Select(OptionWords.Of)]);
}
