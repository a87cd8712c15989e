namespace Unpause.Analysis.Diagnosis;

/// <summary>A number that decides whether a rule fires, how severe its finding is, or what it advises.</summary>
/// <remarks>Rules compare with it and insert it into their sentences, so text and check cannot disagree.</remarks>
public sealed record Threshold
{
    private const string MillisecondsUnit = "ms";
    private const string SecondsUnit = "s";
    private const string PercentUnit = "percent";
    private const string BytesUnit = "bytes";
    private const string TimesUnit = "times";
    private const double BytesOfKibibyte = 1024;
    private const double BytesOfMebibyte = 1024 * 1024;

    // Precomputed: rules compare with these for every pause, and there may be millions.
    private readonly long? _nanoseconds;
    private readonly double? _share;

    private Threshold(string name, double value, string unit, string why)
    {
        (Name, Value, Unit, Why) = (name, value, unit, why);
        _nanoseconds = unit switch { MillisecondsUnit => (long)(value * 1e6), SecondsUnit => (long)(value * 1e9), _ => null };
        _share = unit == PercentUnit ? value / 100 : null;
    }

    /// <summary>What it limits, a phrase: <c>long pause</c>.</summary>
    public string Name { get; }

    /// <summary>The number, in <see cref="Unit"/>.</summary>
    public double Value { get; }

    /// <summary><c>ms</c>, <c>s</c>, <c>percent</c>, <c>bytes</c>, <c>times</c>, or the counted noun: <c>collections</c>.</summary>
    public string Unit { get; }

    /// <summary>Why this number: its reason or its source, a sentence without a full stop.</summary>
    public string Why { get; }

    /// <summary>A duration in milliseconds.</summary>
    internal static Threshold Milliseconds(string name, double value, string why) => new(name, value, MillisecondsUnit, why);

    /// <summary>A duration in seconds.</summary>
    internal static Threshold Seconds(string name, double value, string why) => new(name, value, SecondsUnit, why);

    /// <summary>A share in percent.</summary>
    internal static Threshold Percent(string name, double value, string why) => new(name, value, PercentUnit, why);

    /// <summary>A size in bytes.</summary>
    internal static Threshold Bytes(string name, double value, string why) => new(name, value, BytesUnit, why);

    /// <summary>A size in MiB.</summary>
    internal static Threshold Mebibytes(string name, double value, string why) => new(name, value * BytesOfMebibyte, BytesUnit, why);

    /// <summary>A ratio.</summary>
    internal static Threshold Times(string name, double value, string why) => new(name, value, TimesUnit, why);

    internal static Threshold Count(string name, double value, string unit, string why) => new(name, value, unit, why);

    /// <summary>The duration in nanoseconds.</summary>
    internal long Nanoseconds => _nanoseconds ?? throw new InvalidOperationException($"{Name} is in {Unit}, which is not a duration");

    /// <summary>The share, 0 to 1.</summary>
    internal double Share => _share ?? throw new InvalidOperationException($"{Name} is in {Unit}, which is not a share");

    /// <summary>For sentences: <c>50 ms</c>, <c>5 %</c>, <c>100 MiB</c>, <c>10 collections</c>.</summary>
    public override string ToString() => Unit switch
    {
        MillisecondsUnit => Quantities.Duration(Value * 1e6),
        SecondsUnit => $"{Value:0.##} s",
        PercentUnit => Quantities.Percent(Value),
        BytesUnit when Value % BytesOfKibibyte == 0 => Quantities.Bytes(Value),
        _ => $"{Value:#,0.##} {Unit}",
    };
}
