namespace Unpause;

/// <summary>A command line as one text, from which its arguments can be told again.</summary>
public static class CommandText
{
    /// <summary>Arguments with blanks between; one that contains blanks or is empty stands in quotes.</summary>
    public static string Of(IEnumerable<string> arguments) => string.Join(' ', arguments.Select(Quoted));

    private static string Quoted(string argument) => argument.Length == 0 || argument.AsSpan().ContainsAny(' ', '\t', '\n')
        ? $"\"{argument.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\""
        : argument;
}
