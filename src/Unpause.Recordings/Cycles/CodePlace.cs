namespace Unpause.Recordings.Cycles;

/// <summary>A function with its location as in snapshots: <c>handler (/srv/app/views.py:12)</c>.</summary>
internal static class CodePlace
{
    private const string Before = " (";

    /// <summary>The function alone.</summary>
    public static string Name(string code) =>
        code.IndexOf(Before, StringComparison.Ordinal) is var end and > 0 ? code[..end] : code;

    /// <summary>The function, the file without its folders, and the line: <c>handler (views.py:12)</c>.</summary>
    public static string Short(string code)
    {
        var name = Name(code);
        if (name.Length == code.Length) return code;
        var slash = code.LastIndexOf('/');
        return slash < name.Length ? code : $"{name}{Before}{code[(slash + 1)..]}";
    }
}
