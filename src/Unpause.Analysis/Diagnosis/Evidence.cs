namespace Unpause.Analysis.Diagnosis;

/// <summary>A number that supports a finding, with where it comes from.</summary>
/// <remarks>
/// Factory methods fix the unit and the rounding. Each item has a stable key for programs, a literal in snake_case that ends in the unit
/// or the counted noun and does not change once it is released. <c>pause_total_ms</c> and <c>pause_max_ms</c> refer to the pauses of the
/// finding; <c>total_pause_ms</c> and <c>max_pause_ms</c> refer to the whole recording, as in budgets. All keys are listed in
/// tests/Unpause.Tests/House/evidence-keys.txt.
/// </remarks>
public sealed record Evidence
{
    private const int MillisecondDigits = 3;
    private const int SecondDigits = 2;
    private const int PercentDigits = 2;
    private const int RatioDigits = 2;

    private Evidence(string key, string text, double? value, string? unit) => (Key, Text, Value, Unit) = (key, text, value, unit);

    /// <summary>
    /// Identifies the number, the same in all rules: <c>survival_percent</c>, <c>pause_total_ms</c>. Several items of one kind (sites,
    /// causes, types) share a key, and the text distinguishes them.
    /// </summary>
    public string Key { get; }

    /// <summary>A phrase that names the number and its source: <c>full collections (gc 12, 40, 77 …)</c>.</summary>
    public string Text { get; }

    /// <summary>The number; null if the evidence is not a number.</summary>
    public double? Value { get; }

    /// <summary>Its unit: <c>ms</c>, <c>bytes</c>, <c>percent</c>, <c>collections</c> …; null if it has none.</summary>
    public string? Unit { get; }

    /// <summary>A count.</summary>
    internal static Evidence Count(string key, string text, long count, string unit) =>
        new(key, text, count, unit);

    /// <summary>A duration in milliseconds, rounded to microseconds, the resolution of the runtimes.</summary>
    internal static Evidence Time(string key, string text, double nanoseconds) =>
        new(key, text, Rounded(nanoseconds / 1e6, MillisecondDigits, time => Quantities.Duration(time * 1e6)), "ms");

    /// <summary>A long duration in seconds.</summary>
    internal static Evidence Seconds(string key, string text, double seconds) =>
        new(key, text, Rounded(seconds, SecondDigits, time => Quantities.Duration(time * 1e9)), "s");

    /// <summary>A share in percent.</summary>
    internal static Evidence Percent(string key, string text, double percent) =>
        new(key, text, Rounded(percent, PercentDigits, Quantities.Percent), "percent");

    /// <summary>A size in whole bytes.</summary>
    internal static Evidence Size(string key, string text, double bytes) => new(key, text, Rounded(bytes, 0, Quantities.Bytes), "bytes");

    /// <summary>A rate in whole bytes per second.</summary>
    internal static Evidence Rate(string key, string text, double bytesPerSecond) =>
        new(key, text, Rounded(bytesPerSecond, 0, Quantities.Bytes), "bytes per second");

    /// <summary>A frequency.</summary>
    internal static Evidence Frequency(string key, string text, double perSecond) =>
        new(key, text, Math.Round(perSecond, RatioDigits), "per second");

    /// <summary>A ratio of two numbers.</summary>
    internal static Evidence Ratio(string key, string text, double ratio, string? unit = null) =>
        new(key, text, Math.Round(ratio, RatioDigits), unit);

    /// <summary>An observation without a number.</summary>
    internal static Evidence Fact(string key, string text) => new(key, text, null, null);

    /// <summary>
    /// A number with a given number of decimals, or more if its text would change: 15.648 % reads 15.6 %, but 15.65 % would read 15.7 %.
    /// </summary>
    private static double Rounded(double value, int digits, Func<double, string> text)
    {
        const int most = 9;
        var meant = text(value);
        for (; digits <= most; digits++)
        {
            var rounded = Math.Round(value, digits);
            if (text(rounded) == meant) return rounded;
        }

        return value;
    }
}
