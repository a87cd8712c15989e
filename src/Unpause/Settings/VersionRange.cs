using System.Globalization;

namespace Unpause.Settings;

/// <summary>Versions of a JVM from one to another, both included: major × 1,000 + update, so 8u262 is 8262 and 17.0.15 is 17015.</summary>
/// <param name="First">The first.</param>
/// <param name="Last">The last.</param>
internal readonly record struct VersionRange(int First, int Last)
{
    private const int Major = 1000;

    /// <summary>All there are.</summary>
    public static readonly VersionRange All = new(0, int.MaxValue);

    /// <summary>Whether the two have a version in common.</summary>
    public bool Meets(VersionRange other) => First <= other.Last && other.First <= Last;

    /// <summary>Whether all of the other's versions are of this one.</summary>
    public bool Contains(VersionRange other) => First <= other.First && other.Last <= Last;

    /// <summary>All updates of a major version.</summary>
    public static VersionRange OfMajor(int major) => new(major * Major, (major * Major) + Major - 1);

    /// <summary>The one version that a runtime's own text tells: <c>17.0.15+6-Debian</c>, <c>1.8.0_202-b08</c>, <c>25</c>.</summary>
    /// <returns>Null when the text begins with no version.</returns>
    public static VersionRange? OfRuntime(string? text)
    {
        var numbers = new List<int>();
        var at = 0;
        while (text is not null && at < text.Length && numbers.Count < 4)
        {
            var end = at;
            while (end < text.Length && char.IsAsciiDigit(text[end])) end++;
            if (!int.TryParse(text.AsSpan(at, end - at), NumberStyles.None, CultureInfo.InvariantCulture, out var number)) break;
            numbers.Add(number);
            if (end >= text.Length || text[end] is not ('.' or '_' or 'u')) break;
            at = end + 1;
        }

        // 1.8.0_202 is 8u202; from 9 on the third number is the update.
        return numbers switch
        {
            [1, var major, _, var update] => One(major, update),
            [1, var major, ..] => OfMajor(Math.Min(major, Major)),
            [var major, _, var update, ..] => One(major, update),
            [var major, ..] when major < Major => OfMajor(major),
            _ => null,
        };
    }

    /// <summary>The range of the catalogue's text: <c>7u4..8</c>, <c>21..</c>, <c>..</c>.</summary>
    public static VersionRange Parse(string text)
    {
        if (text.Split("..") is not [var first, var last]) throw new FormatException($"no range of versions: {text}");
        return new(first.Length == 0 ? All.First : Bound(first).First, last.Length == 0 ? All.Last : Bound(last).Last);
    }

    /// <summary>As sentences have it: <c>JDK 21 and 22</c>, <c>JDK 8u262 and later</c>; null for all versions.</summary>
    public string? Words() => (First, Last) switch
    {
        (0, int.MaxValue) => null,
        (_, int.MaxValue) => $"JDK {Name(First)} and later",
        (0, _) => $"JDK {Name(Last)} and earlier",
        _ when First / Major == Last / Major && First % Major != 0 && Last % Major == Major - 1 =>
            $"JDK {Name(First)} and its later updates",
        _ when First / Major == Last / Major => $"JDK {Name(First)}",
        _ => $"JDK {Name(First)} to {Name(Last)}",
    };

    private static VersionRange One(int major, int update)
    {
        var version = (Math.Min(major, Major) * Major) + Math.Min(update, Major - 1);
        return new(version, version);
    }

    private static VersionRange Bound(string text) =>
        text.Split('u') is [var major, var update]
            ? One(int.Parse(major, CultureInfo.InvariantCulture), int.Parse(update, CultureInfo.InvariantCulture))
            : OfMajor(int.Parse(text.StartsWith("1.", StringComparison.Ordinal) ? text[2..] : text, CultureInfo.InvariantCulture));

    private static string Name(int version) =>
        version % Major is 0 or Major - 1
            ? (version / Major).ToString(CultureInfo.InvariantCulture)
            : string.Create(CultureInfo.InvariantCulture, $"{version / Major}u{version % Major}");
}
