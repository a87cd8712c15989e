using System.Globalization;

namespace Unpause.Analysis.Settings;

/// <summary>
/// A range of runtime versions, both ends included, each encoded as (major × 1,000 + minor) × 1,000 + patch: 3.14.5 is 3014005, and
/// 8u262 is 8000262, because a JDK's third number is its update.
/// </summary>
internal readonly record struct VersionRange(int First, int Last)
{
    private const int Step = 1000;

    /// <summary>All versions.</summary>
    public static readonly VersionRange All = new(0, int.MaxValue);

    /// <summary>The major version of its start.</summary>
    public int Major => First / Step / Step;

    /// <summary>Whether the two have a version in common.</summary>
    public bool Meets(VersionRange other) => First <= other.Last && other.First <= Last;

    /// <summary>Whether it contains all versions of the other.</summary>
    public bool Contains(VersionRange other) => First <= other.First && other.Last <= Last;

    /// <summary>All updates of a major version.</summary>
    public static VersionRange OfMajor(int major) => FromPrefix([major]);

    /// <summary>
    /// Parses the version that a runtime reports: <c>17.0.15+6-Debian</c>, <c>1.8.0_202-b08</c>, <c>25</c>, <c>go1.23.5</c>.
    /// </summary>
    /// <returns>Null if the text doesn't start with a version.</returns>
    public static VersionRange? OfRuntime(string? text, RuntimeNaming naming)
    {
        var numbers = Numbers(text?.StartsWith(naming.Runtime, StringComparison.Ordinal) == true ? text[naming.Runtime.Length..] : text);
        if (naming != RuntimeNaming.Jvm) return numbers.Count == 0 ? null : FromPrefix([.. numbers.Take(3)]);
        // 1.8.0_202 is 8u202; from 9 on the third number is the update.
        return numbers switch
        {
            [1, var major, _, var update] => FromPrefix([major, 0, update]),
            [1, var major, ..] => OfMajor(major),
            [var major, var minor, var update, ..] => FromPrefix([major, minor, update]),
            [var major, ..] when major < Step => OfMajor(major),
            _ => null,
        };
    }

    /// <summary>Parses a range of the catalogue: <c>7u4..8</c>, <c>1.19..</c>, <c>3.14.0..3.14.4</c>, <c>..</c>.</summary>
    public static VersionRange Parse(string text)
    {
        if (text.Split("..") is not [var first, var last]) throw new FormatException($"not a range of versions: {text}");
        return new(first.Length == 0 ? All.First : Bound(first).First, last.Length == 0 ? All.Last : Bound(last).Last);
    }

    /// <summary>For sentences: <c>JDK 21 to 22</c>, <c>Go 1.19 and later</c>; null for all versions.</summary>
    public string? Words(RuntimeNaming naming)
    {
        var exact = Last % Step != Step - 1 || First % Step != 0;
        string Name(int version) => NameOf(version, naming, exact);
        return (First, Last) switch
        {
            (0, int.MaxValue) => null,
            (_, int.MaxValue) => $"{naming.Versions} {NameOf(First, naming, First % Step != 0)} and later",
            (0, _) => $"{naming.Versions} {NameOf(Last, naming, Last % Step != Step - 1)} and earlier",
            _ when naming == RuntimeNaming.Jvm && Major == Last / Step / Step && First % Step != 0 && Last % Step == Step - 1 =>
                $"JDK {Name(First)} and its later updates",
            _ when Name(First) == Name(Last) => $"{naming.Versions} {Name(First)}",
            _ => $"{naming.Versions} {Name(First)} to {Name(Last)}",
        };
    }

    /// <summary>The numbers at the start of a text, at most four.</summary>
    private static List<int> Numbers(string? text)
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

        return numbers;
    }

    /// <summary>All versions that start with one to three numbers.</summary>
    private static VersionRange FromPrefix(ReadOnlySpan<int> numbers)
    {
        var (first, last) = (0, 0);
        for (var i = 0; i < 3; i++)
        {
            var known = i < numbers.Length;
            first = (first * Step) + (known ? Math.Min(numbers[i], Step - 1) : 0);
            last = (last * Step) + (known ? Math.Min(numbers[i], Step - 1) : Step - 1);
        }

        return new(first, last);
    }

    private static VersionRange Bound(string text)
    {
        if (text.Split('u') is [var major, var update]) return FromPrefix([Number(major), 0, Number(update)]);
        return FromPrefix([.. text.Split('.').Select(Number)]);
    }

    private static int Number(string text) => int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);

    private static string NameOf(int version, RuntimeNaming naming, bool exact)
    {
        var (major, minor, patch) = (version / Step / Step, version / Step % Step, version % Step);
        if (naming == RuntimeNaming.Jvm)
        {
            return patch is 0 or Step - 1 ? $"{major}" : string.Create(CultureInfo.InvariantCulture, $"{major}u{patch}");
        }

        // .NET has no minor versions since 5, and was called .NET Core before.
        if (naming == RuntimeNaming.DotNet && major >= 5) return $"{major}";
        var text = minor == Step - 1 ? $"{major}" : exact && patch != Step - 1 ? $"{major}.{minor}.{patch}" : $"{major}.{minor}";
        return naming == RuntimeNaming.DotNet ? $"Core {text}" : text;
    }
}

/// <summary>A text that applies to some versions.</summary>
internal sealed record VersionedText(VersionRange Versions, string Text)
{
    /// <summary>Parses a text of the catalogue: <c>3.13..: 2000</c>, or <c>45</c> for all versions.</summary>
    public static VersionedText Parse(string text)
    {
        var end = text.IndexOf(": ", StringComparison.Ordinal);
        return end > 0 && text[..end].Contains("..", StringComparison.Ordinal) && !text[..end].Contains(' ', StringComparison.Ordinal)
            ? new(VersionRange.Parse(text[..end]), text[(end + 2)..])
            : new(VersionRange.All, text);
    }
}
