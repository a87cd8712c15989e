namespace Unpause.Cli.Labs;

/// <summary>A row's number of each mode: of several runs of a mode the median.</summary>
internal static class LabMedians
{
    /// <summary>The median of a mode's runs; null when it isn't known of any.</summary>
    public static double? Of(LabRow row, IEnumerable<LabRun> runs, string mode) =>
        Of(runs.Where(run => run.Mode == mode).Select(row.Value));

    /// <summary>The median of what is known; of two numbers in the middle the lower.</summary>
    public static double? Of(IEnumerable<double?> values)
    {
        double[] known = [.. values.OfType<double>().Order()];
        return known.Length == 0 ? null : known[(known.Length - 1) / 2];
    }
}
