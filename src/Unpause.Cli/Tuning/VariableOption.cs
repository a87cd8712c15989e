namespace Unpause.Cli.Tuning;

/// <summary>
/// <c>--env NAME=VALUE</c>: environment variables for the command only. Set before <c>unpause</c>, they would affect unpause too,
/// because it runs on .NET.
/// </summary>
internal static class VariableOption
{
    private const string Name = "--env";

    public static Option<string[]> Create() => new(Name)
    {
        Description = "Set an environment variable for CMD only, for example GOGC=200 or DOTNET_gcServer=1. May be repeated.",
        HelpName = "NAME=VALUE",
        AllowMultipleArgumentsPerToken = false,
    };

    /// <summary>Reads its values.</summary>
    /// <exception cref="UserMistake">One is no variable.</exception>
    public static IReadOnlyList<KeyValuePair<string, string>> Read(string[]? given) => [.. (given ?? []).Select(Read)];

    private static KeyValuePair<string, string> Read(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        return equals > 0
            ? new(text[..equals], text[(equals + 1)..])
            : throw new UserMistake($"{Name} {Reports.PlainText.Clean(text)} is not NAME=VALUE: write for example {Name} GOGC=200");
    }
}
