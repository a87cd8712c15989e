namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>One log output in the answer to <c>VM.log list</c>.</summary>
/// <param name="Name"><c>stdout</c>, <c>stderr</c>, or a file's path.</param>
/// <param name="Selection">What is written to it, such as <c>all=off,gc*=info</c>.</param>
/// <param name="IsFile">Whether it is a file.</param>
internal sealed record JvmLogOutput(string Name, string Selection, bool IsFile)
{
    private const string FilePrefix = "file=", Heading = "Log output configuration:", Reconfigured = " (reconfigured)";

    /// <summary>Whether collections are written to it.</summary>
    public bool HasCollections => Selection.Split(',').Any(part =>
        (part.StartsWith("gc=", StringComparison.Ordinal)
            || part.StartsWith("gc*=", StringComparison.Ordinal) || part.StartsWith("all=", StringComparison.Ordinal))
        && part[(part.IndexOf('=') + 1)..] is "info" or "debug" or "trace");

    /// <summary>The outputs' lines as the JVM prints them: they must be the same before and after the recording.</summary>
    public static string Configuration(string list)
    {
        var start = list.IndexOf(Heading, StringComparison.Ordinal);
        return start < 0 ? "" : list[(start + Heading.Length)..].Trim();
    }

    /// <summary>Parses all outputs.</summary>
    public static IReadOnlyList<JvmLogOutput> All(string list) =>
        [.. Configuration(list).Split('\n').Select(Parse).OfType<JvmLogOutput>()];

    /// <summary>
    /// Parses <c>#2: file=NAME SELECTION DECORATORS [OPTIONS] [(reconfigured)]</c>. The name may contain blanks, so the end is parsed
    /// first.
    /// </summary>
    private static JvmLogOutput? Parse(string line)
    {
        line = line.Trim();
        var colon = line.IndexOf(": ", StringComparison.Ordinal);
        if (!line.StartsWith('#') || colon < 0) return null;
        if (line.EndsWith(Reconfigured, StringComparison.Ordinal)) line = line[..^Reconfigured.Length];
        var words = line[(colon + 2)..].Split(' ').ToList();
        if (words.Count > 3 && words[^1].Contains('=', StringComparison.Ordinal)) words.RemoveAt(words.Count - 1);
        if (words.Count < 3) return null;
        var name = string.Join(' ', words.Take(words.Count - 2));
        var isFile = name.StartsWith(FilePrefix, StringComparison.Ordinal);
        return new JvmLogOutput(isFile ? name[FilePrefix.Length..].Trim('"') : name, words[^2], isFile);
    }
}
