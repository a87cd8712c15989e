namespace Unpause.Cli.Labs;

/// <summary>The rows that every lab under load has.</summary>
internal static class LabRows
{
    private static readonly LabRow[] Requests =
    [
        LabRow.Count("requests", run => run.Client.Count),
        LabRow.Percent("slow requests", run => run.Client.Measured.SlowPercent),
        LabRow.Duration("latency, p50", run => run.Client.Measured.P50Nanoseconds),
        LabRow.Duration("  p90", run => run.Client.Measured.P90Nanoseconds),
        LabRow.Duration("  p99", run => run.Client.Measured.P99Nanoseconds),
        LabRow.Duration("  longest", run => run.Client.Measured.MaxNanoseconds),
    ];

    private static readonly LabRow[] Pauses =
    [
        LabRow.Duration("recorded", run => run.Process.Recording.DurationNanoseconds),
        LabRow.Percent("throughput", run => run.Process.Summary.Pauses.ThroughputPercent),
        LabRow.Duration("pauses, total", run => run.Process.Summary.Pauses.TotalNanoseconds),
        LabRow.Duration("  mean", run => run.Process.Summary.Pauses.MeanNanoseconds),
        LabRow.Duration("  longest", run => run.Process.Summary.Pauses.MaxNanoseconds),
    ];

    /// <summary>Requests, pauses, a row for each generation that was collected in any run, then the lab's own.</summary>
    public static IEnumerable<LabRow> Of(Lab lab, IEnumerable<LabRun> runs) =>
        [.. Requests, .. Pauses, .. GenerationsOf(runs).Select(Collections), .. lab.Rows];

    /// <summary>A generation's collections in a run; 0 when there are none.</summary>
    public static long CountOf(LabRun run, string generation) =>
        run.Process.Summary.Collections.ByGeneration.FirstOrDefault(row => row.Generation == generation)?.Count ?? 0;

    private static LabRow Collections(string generation) => LabRow.Count($"{generation} collections", run => CountOf(run, generation));

    private static IEnumerable<string> GenerationsOf(IEnumerable<LabRun> runs)
    {
        var found = runs.SelectMany(run => run.Process.Summary.Collections.ByGeneration)
            .Select(row => row.Generation).OfType<string>().ToHashSet(StringComparer.Ordinal);
        return runs.SelectMany(run => run.Process.Recording.Source.Traits.Generations)
            .Distinct(StringComparer.Ordinal)
            .Where(found.Contains);
    }
}
