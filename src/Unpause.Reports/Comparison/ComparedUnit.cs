using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Reports.Comparison;

/// <summary>The unit of a compared number.</summary>
/// <param name="Name">The unit's name in the JSON.</param>
/// <param name="Write">Formats a number for people.</param>
/// <param name="Factor">What a number is multiplied by for the JSON.</param>
internal sealed record ComparedUnit(string Name, Func<double, string> Write, double Factor = 1)
{
    /// <summary>Nanoseconds; milliseconds in the JSON.</summary>
    public static ComparedUnit Duration { get; } = new("ms", Quantities.Duration, 1e-6);

    /// <summary>Bytes.</summary>
    public static ComparedUnit Size { get; } = new("bytes", Quantities.Bytes);

    /// <summary>Bytes per second.</summary>
    public static ComparedUnit Rate { get; } = new("bytes/s", value => $"{Quantities.Bytes(value)}/s");

    /// <summary>Percent.</summary>
    public static ComparedUnit Percent { get; } = new("percent", Quantities.Percent);

    /// <summary>A number of things.</summary>
    public static ComparedUnit Count { get; } = new("count", Written);

    /// <summary>The unit with this name in the JSON.</summary>
    public static ComparedUnit Of(string name) =>
        Array.Find([Duration, Size, Rate, Percent], unit => unit.Name == name) ?? Count;

    private static string Written(double value) => value.ToString(
        Math.Abs(value) switch { >= 100 => "#,0", >= 10 => "0.#", >= 1 or 0 => "0.##", _ => "0.###" }, CultureInfo.InvariantCulture);
}
