using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Cli.Labs;

/// <summary>A row of a lab's side-by-side table.</summary>
/// <param name="Name">The row's label.</param>
/// <param name="Value">The number of a run; null when unknown.</param>
/// <param name="Write">Formats the number with its unit.</param>
internal sealed record LabRow(string Name, Func<LabRun, double?> Value, Func<double, string> Write)
{
    /// <summary>A duration in nanoseconds.</summary>
    public static LabRow Duration(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Duration);

    /// <summary>A whole number.</summary>
    public static LabRow Count(string name, Func<LabRun, double?> value) => new(name, value, number => Quantities.Count((long)number));

    /// <summary>A share in percent.</summary>
    public static LabRow Percent(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Percent);

    /// <summary>A size in bytes.</summary>
    public static LabRow Bytes(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Bytes);

    /// <summary>A plain number.</summary>
    public static LabRow Number(string name, Func<LabRun, double?> value) =>
        new(name, value, number => number.ToString("#,0.#", CultureInfo.InvariantCulture));
}
