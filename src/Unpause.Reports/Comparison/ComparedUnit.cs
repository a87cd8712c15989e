using System.Globalization;

namespace Unpause.Reports.Comparison;

/// <summary>What a compared number is counted in.</summary>
/// <param name="Name">In the contract.</param>
/// <param name="Write">A number, as it is reckoned with, for people.</param>
/// <param name="Factor">What a number is multiplied by for the contract.</param>
internal sealed record ComparedUnit(string Name, Func<double, string> Write, double Factor = 1)
{
    /// <summary>Nanoseconds; milliseconds in the contract.</summary>
    public static ComparedUnit Duration { get; } = new("ms", Quantities.Duration, 1e-6);

    /// <summary>Bytes.</summary>
    public static ComparedUnit Size { get; } = new("bytes", Quantities.Bytes);

    /// <summary>Bytes a second.</summary>
    public static ComparedUnit Rate { get; } = new("bytes/s", value => $"{Quantities.Bytes(value)}/s");

    /// <summary>Percent.</summary>
    public static ComparedUnit Percent { get; } = new("percent", Quantities.Percent);

    /// <summary>A number of things.</summary>
    public static ComparedUnit Count { get; } = new("count", Written);

    /// <summary>The one of a name in the contract.</summary>
    public static ComparedUnit Of(string name) =>
        Array.Find([Duration, Size, Rate, Percent], unit => unit.Name == name) ?? Count;

    private static string Written(double value) => value.ToString(
        Math.Abs(value) switch { >= 100 => "#,0", >= 10 => "0.#", >= 1 or 0 => "0.##", _ => "0.###" }, CultureInfo.InvariantCulture);
}
