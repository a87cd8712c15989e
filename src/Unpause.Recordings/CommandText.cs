namespace Unpause.Recordings;

/// <summary>A command line as one text that can be split into its arguments again.</summary>
public static class CommandText
{
    /// <summary>Arguments separated by blanks; an argument that contains blanks or is empty is quoted.</summary>
    public static string Join(IEnumerable<string> arguments) => string.Join(' ', arguments.Select(Quoted));

    private static string Quoted(string argument) => argument.Length == 0 || argument.AsSpan().ContainsAny(' ', '\t', '\n')
        ? $"\"{argument.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\""
        : argument;
}
