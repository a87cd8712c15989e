namespace Unpause.Recordings;

/// <summary>Durations, sizes and percentages as people write and read them.</summary>
public static class Quantities
{
    /// <summary>The Gregorian calendar's mean year.</summary>
    private const double YearNanoseconds = 365.2425 * 86_400e9;

    private static readonly (string Suffix, double Nanoseconds)[] DurationUnits =
    [
        ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("min", 60e9), ("h", 3600e9),
    ];

    private static readonly (string Suffix, double Bytes)[] SizeUnits =
    [
        ("b", 1),
        ("k", 1024), ("kb", 1e3), ("kib", 1024),
        ("m", 1024 * 1024), ("mb", 1e6), ("mib", 1024 * 1024),
        ("g", 1024 * 1024 * 1024), ("gb", 1e9), ("gib", 1024 * 1024 * 1024),
    ];

    /// <summary>Reads <c>400ms</c>, <c>1.5s</c>, <c>2m</c>. A number without a unit is refused: a guessed unit is a wrong number.</summary>
    public static bool TryParseDuration(string text, out double nanoseconds) => TryParse(text, DurationUnits, out nanoseconds);

    /// <summary>Reads <c>300MB</c>, <c>1.5GiB</c>, <c>64k</c> (single letters are binary, as the JVM has them).</summary>
    public static bool TryParseSize(string text, out double bytes) => TryParse(text, SizeUnits, out bytes);

    /// <summary>Writes a sum of durations, with "at least" when the sum exceeds the largest number.</summary>
    public static string Duration(Total nanoseconds) => AtLeast(nanoseconds) + Duration((double)nanoseconds.Value);

    /// <summary>Writes a duration with three to four significant digits and its unit.</summary>
    public static string Duration(double nanoseconds) => Math.Abs(nanoseconds) switch
    {
        < 1e3 => Number(nanoseconds, 1, "ns"),
        < 1e6 => Number(nanoseconds, 1e3, "µs"),
        < 1e9 => Number(nanoseconds, 1e6, "ms"),
        < 120e9 => Number(nanoseconds, 1e9, "s"),
        < 7200e9 => Number(nanoseconds, 60e9, "min"),
        >= 2 * YearNanoseconds => Number(nanoseconds, YearNanoseconds, "years"),
        _ => Number(nanoseconds, 3600e9, "h"),
    };

    /// <summary>Writes a sum of sizes, with "at least" when the sum exceeds the largest number.</summary>
    public static string Bytes(Total bytes) => AtLeast(bytes) + Bytes((double)bytes.Value);

    /// <summary>Writes a size in bytes with binary units.</summary>
    public static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        < 1024 => Number(bytes, 1, "B"),
        < 1024.0 * 1024 => Number(bytes, 1024, "KiB"),
        < 1024.0 * 1024 * 1024 => Number(bytes, 1024 * 1024, "MiB"),
        < 1024.0 * 1024 * 1024 * 1024 => Number(bytes, 1024 * 1024 * 1024, "GiB"),
        _ => Number(bytes, 1024.0 * 1024 * 1024 * 1024, "TiB"),
    };

    /// <summary>Writes a share in percent.</summary>
    public static string Percent(double percent) => percent switch
    {
        > 99.995 and < 100 => "> 99.99 %",
        > 0 and < 0.005 => "< 0.01 %",
        > 99 or < 1 => percent.ToString("0.## '%'", CultureInfo.InvariantCulture),
        _ => percent.ToString("0.# '%'", CultureInfo.InvariantCulture),
    };

    /// <summary>Writes how much more or less a number is than another that is not 0: <c>−98 %</c>, <c>+12 %</c>.</summary>
    public static string Change(double before, double after)
    {
        // Nothing is −100 % but what is gone.
        return (100 * ((after / before) - 1)) switch
        {
            < -99.95 and > -100 => "< −99.9 %",
            < -99 and > -100 and var percent => percent.ToString("0;−0.0", CultureInfo.InvariantCulture) + " %",
            var percent => percent.ToString("+0;−0;0", CultureInfo.InvariantCulture) + " %",
        };
    }

    /// <summary>Writes a whole number with thousands separators.</summary>
    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>Writes a number of things: <c>1 collection</c>, <c>1,204 collections</c>.</summary>
    /// <param name="one">What one is called; more get an s, or es after an s.</param>
    public static string Count(long count, string one) =>
        $"{Count(count)} {one}{(count == 1 ? "" : one.EndsWith('s') ? "es" : "s")}";

    private static string AtLeast(Total total) => total.IsAtLeast ? "at least " : "";

    private static string Number(double value, double unit, string suffix)
    {
        var scaled = value / unit;
        var format = Math.Abs(scaled) switch { >= 100 => "0", >= 10 => "0.#", _ => "0.##" };
        return string.Create(CultureInfo.InvariantCulture, $"{scaled.ToString(format, CultureInfo.InvariantCulture)} {suffix}");
    }

    private static bool TryParse(string text, (string Suffix, double Factor)[] units, out double value)
    {
        value = 0;
        var trimmed = text.AsSpan().Trim();
        var letters = trimmed.Length;
        while (letters > 0 && !char.IsAsciiDigit(trimmed[letters - 1]) && trimmed[letters - 1] != '.') letters--;
        var suffix = trimmed[letters..].Trim().ToString().ToLowerInvariant();
        var unit = Array.FindIndex(units, candidate => candidate.Suffix == suffix);
        if (unit < 0 || !double.TryParse(trimmed[..letters], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
        {
            return false;
        }

        value = number * units[unit].Factor;
        return double.IsFinite(value);
    }
}
