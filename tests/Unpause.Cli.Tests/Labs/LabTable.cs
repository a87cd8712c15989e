using Unpause.Recordings;

namespace Unpause.Cli.Tests.Labs;

/// <summary>The side-by-side table that a lab prints.</summary>
internal static class LabTable
{
    /// <summary>A row of the side-by-side table: a number a mode.</summary>
    public static double[] Row(Cli.Result result, string name, string indent = "  ")
    {
        var line = result.Output.Split('\n').FirstOrDefault(line => line.StartsWith($"{indent}{name}  ", StringComparison.Ordinal));
        Assert.True(line is not null, result.ToString());
        return [.. line[(indent.Length + name.Length)..]
            .Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(cell => cell[0] is not ('−' or '+')).Select(Quantity)];
    }

    private static double Quantity(string cell)
    {
        // A mode without a collection.
        if (cell == "–") return 0;
        if (Quantities.TryParseDuration(cell, out var duration)) return duration;
        if (Quantities.TryParseSize(cell, out var bytes)) return bytes;
        return double.Parse(cell.Replace("%", "", StringComparison.Ordinal), System.Globalization.CultureInfo.InvariantCulture);
    }
}
