using System.Globalization;
using System.Text;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Comparison;

/// <summary>
/// Runs of a made-up JVM of which the truth is known: pauses hang together over time, and runs differ by the spread between them. They go
/// through reader and report like any other log.
/// </summary>
internal static class SimulatedRuns
{
    private const int Pauses = 240;

    /// <summary>Reports of runs.</summary>
    /// <param name="count">How many.</param>
    /// <param name="seed">The same one makes the same.</param>
    /// <param name="longer">What pauses are multiplied by.</param>
    /// <param name="load">How many collections there are in a time, against the usual.</param>
    /// <param name="spread">Standard deviation between runs, as a share.</param>
    /// <param name="slower">How long a run takes for the same collections, against the usual.</param>
    public static List<ReportDocument> Make(
        int count, int seed, double longer = 1, double load = 1, double spread = 0.03, double slower = 1)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count)
            .Select(_ => Report.Create(Samples.Of(Log(random, longer, load, spread, slower))).ToDocument())];
    }

    private static string Log(Random random, double longer, double load, double spread, double slower)
    {
        var text = new StringBuilder();
        text.AppendLine("[0.001s][info][gc] Using G1");
        // Within a run there is chance, too, which adds to what lies between runs.
        var (own, pace) = (Math.Exp(Normal(random) * spread), Math.Exp(Normal(random) * spread / 3));
        var (time, swing, live) = (0.5, 0.0, 200.0);
        for (var i = 0; i < Pauses * load; i++)
        {
            // Each pause is half like the one before.
            swing = (0.5 * swing) + (Normal(random) * 0.15);
            var isMixed = i % 12 == 11;
            var length = longer * own * (isMixed ? 30 : 10) * Math.Exp(swing);
            live = isMixed ? 200 * Math.Exp(Normal(random) * spread) : live + 1;
            text.AppendLine(CultureInfo.InvariantCulture,
                $"[{time:0.000}s][info][gc] GC({i}) Pause Young ({(isMixed ? "Mixed" : "Normal")}) (G1 Evacuation Pause) "
                + $"{live + 300:0}M->{live:0}M(1024M) {length:0.000}ms");
            time += slower * pace * 0.25 / load * (0.8 + (0.4 * random.NextDouble()));
        }

        return text.ToString();
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
