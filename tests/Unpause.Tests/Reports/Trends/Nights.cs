using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Trends;
using Unpause.Reports.Trends.Documents;

namespace Unpause.Tests.Reports.Trends;

/// <summary>Reports of invented nights, each a minute with one kind of pause.</summary>
internal static class Nights
{
    private static readonly ReportDocument Model = Report.Create(Samples.Of(
        "[0.001s][info][gc] Using G1\n[0.1s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 50M->10M(200M) 2.000ms\n"
        + "[60.000s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 60M->10M(200M) 2.000ms\n")).ToDocument();

    /// <summary>A report.</summary>
    /// <param name="day">Of November 2026; null for one without a time.</param>
    /// <param name="pausedPercent">The share of time paused, which also gives p99: a millisecond for each percent.</param>
    /// <param name="liveSet">In bytes; null where unknown.</param>
    public static ReportDocument Create(
        int? day, double pausedPercent, long? liveSet = 1000, string version = "21.0.4", string xmx = "2g", string? runId = null)
    {
        var process = Model.Processes[0];
        var pause = Milliseconds.FromNanoseconds((double?)(pausedPercent * 1e6));
        return Model with
        {
            Processes =
            [
                process with
                {
                    Source = process.Source with
                    {
                        StartedAt = day is { } known ? $"2026-11-{known:00}T02:00:00Z" : null,
                        RuntimeVersion = version,
                        Settings = new Dictionary<string, string> { ["-Xmx"] = xmx },
                        Identity = new IdentityDocument { RunId = runId, Service = "checkout" },
                    },
                    Pauses = process.Pauses with
                    {
                        Count = 10, P50Ms = pause, P90Ms = pause, P99Ms = pause, MaxMs = pause, ThroughputPercent = 100 - pausedPercent,
                    },
                    Heap = process.Heap with { LiveSetBytes = liveSet },
                },
            ],
        };
    }

    /// <summary>The trend of reports, which are added in this order; their names are numbers from 0.</summary>
    public static TrendDocument Compose(params IEnumerable<ReportDocument> reports)
    {
        var input = new TrendInput();
        var number = 0;
        foreach (var report in reports) input.Add($"{number++}.json", report);
        return TrendComposer.Compose(input)!;
    }
}
