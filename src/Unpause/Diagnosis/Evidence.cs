namespace Unpause.Diagnosis;

/// <summary>A number that supports a finding, with where it comes from.</summary>
/// <remarks>It is made by a factory, which fixes its unit and its rounding.</remarks>
public sealed record Evidence
{
    private const int MillisecondDigits = 3;
    private const int SecondDigits = 2;
    private const int PercentDigits = 2;
    private const int RatioDigits = 2;

    private Evidence(string text, double? value, string? unit) => (Text, Value, Unit) = (text, value, unit);

    /// <summary>A phrase that names the number and its source: <c>full collections (gc 12, 40, 77 …)</c>.</summary>
    internal string Text { get; }

    /// <summary>The number; null when the evidence is not a number.</summary>
    internal double? Value { get; }

    /// <summary>Its unit: <c>ms</c>, <c>bytes</c>, <c>percent</c>, <c>collections</c> …; null when it has none.</summary>
    internal string? Unit { get; }

    /// <summary>A number of things.</summary>
    internal static Evidence Count(string text, long count, string unit) => new(text, count, unit);

    /// <summary>A length of time, in milliseconds to the microsecond, which is what the runtimes tell.</summary>
    internal static Evidence Time(string text, double nanoseconds) =>
        new(text, Rounded(nanoseconds / 1e6, MillisecondDigits, time => Quantities.Duration(time * 1e6)), "ms");

    /// <summary>A long time, in seconds.</summary>
    internal static Evidence Seconds(string text, double seconds) =>
        new(text, Rounded(seconds, SecondDigits, time => Quantities.Duration(time * 1e9)), "s");

    /// <summary>A share in percent.</summary>
    internal static Evidence Percent(string text, double percent) =>
        new(text, Rounded(percent, PercentDigits, Quantities.Percent), "percent");

    /// <summary>A size in whole bytes.</summary>
    internal static Evidence Size(string text, double bytes) => new(text, Rounded(bytes, 0, Quantities.Bytes), "bytes");

    /// <summary>Bytes a second, whole.</summary>
    internal static Evidence Rate(string text, double bytesPerSecond) =>
        new(text, Rounded(bytesPerSecond, 0, Quantities.Bytes), "bytes per second");

    /// <summary>How often something comes.</summary>
    internal static Evidence Frequency(string text, double perSecond) => new(text, Math.Round(perSecond, RatioDigits), "per second");

    /// <summary>A ratio of two numbers.</summary>
    internal static Evidence Ratio(string text, double ratio, string? unit = null) => new(text, Math.Round(ratio, RatioDigits), unit);

    /// <summary>An observation without a number.</summary>
    internal static Evidence Fact(string text) => new(text, null, null);

    /// <summary>
    /// A number with so many decimals, and with more where it would read otherwise: 15.648 % is 15.6 %, and 15.65 % would be 15.7 %.
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
