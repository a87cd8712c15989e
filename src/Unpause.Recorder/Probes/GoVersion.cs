using System.Globalization;

namespace Unpause.Recorder.Probes;

/// <summary>Compares versions of Go: <c>go1.21.3</c>, <c>go1.22rc1</c>, <c>devel go1.23-0ed6cb2</c>.</summary>
internal static class GoVersion
{
    /// <summary>Whether a version is at least the given one; false when the text is not a version.</summary>
    public static bool IsAtLeast(string version, int major, int minor)
    {
        var at = version.IndexOf("go", StringComparison.Ordinal);
        if (at < 0) return false;
        var parts = version[(at + 2)..].Split('.');
        return parts.Length > 1 && Leading(parts[0]) is { } first && Leading(parts[1]) is { } second
            && (first > major || (first == major && second >= minor));
    }

    private static int? Leading(string text)
    {
        var length = text.AsSpan().IndexOfAnyExceptInRange('0', '9') is var end and >= 0 ? end : text.Length;
        return int.TryParse(text.AsSpan(0, length), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
    }
}
