using Unpause.Recordings;

namespace Unpause.Requests.Attribution.Owners;

/// <summary>Names of services and instances in what a recording says of itself: its command line and its files' names.</summary>
internal static class OwnerNames
{
    private const int ShortestPart = 4;

    /// <summary>Words in every such text, which identify no service.</summary>
    private static readonly string[] Common = ["gc", "log", "java", "jar", "python", "python3", "dotnet", "json", "trace", "upgc", "jfr"];

    /// <summary>The first of a recording's files with a name in its name, without its folder; null when there is none.</summary>
    public static string? FileNamed(Recording recording, string name)
    {
        foreach (var file in recording.Source.Files)
        {
            if (Path.GetFileName(file) is { } own && Holds(own, name)) return own;
        }

        return null;
    }

    /// <summary>Whether a text contains a name: as a word, or, with at least four letters, within one.</summary>
    public static bool Holds(string? text, string name)
    {
        if (text is null || name.Length == 0 || Common.Contains(name, StringComparer.OrdinalIgnoreCase)) return false;
        for (var at = text.IndexOf(name, StringComparison.OrdinalIgnoreCase); at >= 0;
            at = at + 1 < text.Length ? text.IndexOf(name, at + 1, StringComparison.OrdinalIgnoreCase) : -1)
        {
            if (name.Length >= ShortestPart || (!IsWord(text, at - 1) && !IsWord(text, at + name.Length))) return true;
        }

        return false;
    }

    private static bool IsWord(string text, int at) => at >= 0 && at < text.Length && char.IsLetterOrDigit(text[at]);
}
