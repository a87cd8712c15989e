using System.Diagnostics;

namespace Unpause.Bench;

/// <summary>
/// Times all contenders of a row in every round, in random order, and gives the median over the rounds of each one's time divided
/// by the baseline's in the same round. Time is the process's processor time: it counts the collector's threads but not the
/// neighbours on a shared machine.
/// </summary>
internal sealed class PairedRounds(int rounds, TimeSpan slice)
{
    private readonly Random _random = new(1);

    internal string Measure(Row row)
    {
        var calls = row.Contenders.Select(contender => CallsIn(contender.Run)).ToArray();
        var times = row.Contenders.Select(_ => new List<double>()).ToArray();
        var bytes = new long[calls.Length];
        var full = new double[calls.Length];
        for (var round = 0; round < rounds; round++)
        {
            foreach (var i in Enumerable.Range(0, calls.Length).OrderBy(_ => _random.Next())) Time(row.Contenders[i].Run, calls[i], times[i], ref bytes[i], ref full[i]);
        }

        var cells = row.Contenders.Select((contender, i) =>
        {
            var ratio = Median(times[i].Zip(times[0], (own, baseline) => own / baseline));
            return $"{contender.Name} {ratio:0.00} ({Nanoseconds(Median(times[i]))}, {bytes[i] / 1024.0:0.#} KB, gen2 {full[i] / rounds * 1000:0.#}/1k)";
        });
        return $"| {row.Work} | {string.Join("<br>", cells)} | {row.Incident} | {row.Goal} |";
    }

    private static void Time(Func<long> run, int calls, List<double> times, ref long bytes, ref double full)
    {
        var gen2 = GC.CollectionCount(2);
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        var start = Environment.CpuUsage.TotalTime;
        for (var i = 0; i < calls; i++) run();
        times.Add((Environment.CpuUsage.TotalTime - start).TotalNanoseconds / calls);
        bytes = (GC.GetAllocatedBytesForCurrentThread() - allocated) / calls;
        full += (double)(GC.CollectionCount(2) - gen2) / calls;
    }

    private static string Nanoseconds(double value) => value switch
    {
        < 1_000 => $"{value:0.#} ns",
        < 1_000_000 => $"{value / 1_000:0.##} us",
        _ => $"{value / 1_000_000:0.##} ms",
    };

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted[sorted.Length / 2];
    }

    /// <summary>Warms up past the JIT's tiers, and finds how many calls fill a slice.</summary>
    private int CallsIn(Func<long> run)
    {
        for (var repeat = 0; repeat < 4; repeat++)
        {
            var warm = Stopwatch.StartNew();
            while (warm.Elapsed < TimeSpan.FromMilliseconds(120)) run();
            Thread.Sleep(100);
        }

        var timer = Stopwatch.StartNew();
        var calls = 0;
        while (timer.Elapsed < slice)
        {
            run();
            calls++;
        }

        return Math.Max(1, calls);
    }
}
