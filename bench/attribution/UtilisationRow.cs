using System.Diagnostics;
using System.Globalization;
using Unpause.Analysis.Utilisation;
using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;

namespace Unpause.Bench.Attribution;

/// <summary>
/// Times MMU and BMU of one recording at all fixed windows against the sweep of the textbook: two pointers over all pause edges, once for
/// each window. Both find the same MMU; the sweep has no BMU.
/// </summary>
internal static class UtilisationRow
{
    private const int Rounds = 5;

    /// <summary>Prints the rows of the table.</summary>
    public static int Run(int pauses)
    {
        foreach (var (name, gap, length) in new (string, Func<Random, double>, Func<Random, double>)[]
        {
            ("random, 1 ms every 10 ms", random => -9e6 * Math.Log(1 - random.NextDouble()),
                random => -1e6 * Math.Log(1 - random.NextDouble())),
            ("one in a thousand is long", random => 9e6 * random.NextDouble(), random => random.Next(1000) == 0 ? 1e8 : 1e5),
            ("the same every 10 ms", _ => 9e6, _ => 1e6),
        })
        {
            var (starts, lengths, end) = Make(pauses, gap, length);
            var (swept, sweep) = Time(() => Sweep(starts, lengths, end));
            var (found, both) = Time(() => Find(starts, lengths, end));
            var recording = Record(starts, lengths, end);
            var (summary, whole) = Time(() => UtilisationSummary.Compute(recording, null)!);
            for (var i = 0; i < found.Length; i++)
            {
                var same = Math.Abs(found[i].MmuPercent - swept[i]) < 1e-6 && found[i] == summary.Windows[i].Stops;
                if (!same) throw new InvalidOperationException($"{name}, window {i}: {found[i].MmuPercent} against {swept[i]}");
            }

            Row($"{name}: two-pointer sweep, MMU alone", sweep, sweep);
            Row($"{name}: unpause, MMU and BMU", both, sweep);
            Row($"{name}: the same from a recording, with the prefix sums", whole, sweep);
        }

        return 0;
    }

    private static void Row(string name, (double Elapsed, double Cpu) time, (double Elapsed, double Cpu) baseline) => Console.WriteLine(
        string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {time.Elapsed:0.000} s | {time.Elapsed / baseline.Elapsed:0.00} "
            + $"| {time.Cpu:0.000} s | {time.Cpu / baseline.Cpu:0.00} |"));

    private static (long[] Starts, long[] Lengths, long End) Make(int pauses, Func<Random, double> gap, Func<Random, double> length)
    {
        var (starts, lengths, at, random) = (new long[pauses], new long[pauses], 0L, new Random(1));
        for (var i = 0; i < pauses; i++)
        {
            starts[i] = at += 1 + (long)gap(random);
            lengths[i] = 1 + (long)length(random);
            at += lengths[i];
        }

        return (starts, lengths, at);
    }

    private static LeastShare[] Find(long[] starts, long[] lengths, long end)
    {
        var ends = new long[starts.Length + 1];
        for (var i = 0; i < starts.Length; i++) ends[i + 1] = starts[i] + lengths[i];
        var taken = TakenTime.FromStops(starts, ends, starts.Length);
        return UtilisationSummary.ComputeAll(AsLong, taken, [new ObservedStretch(0, end)], UtilisationSummary.Lengths.Count);
    }

    /// <summary>A recording that is long enough for work on all processors.</summary>
    private static Recording AsLong { get; } = Record(new long[20_000], new long[20_000], 1);

    private static Recording Record(long[] starts, long[] lengths, long end)
    {
        var recording = new RecordingBuilder { Source = new SourceBuilder { Format = "bench", Runtime = Runtimes.CPython } };
        recording.DurationNanoseconds = end;
        recording.Begin(0);
        for (var i = 0; i < starts.Length; i++) recording.Pauses.Add(new Pause(starts[i], lengths[i], 0, "collect"));
        return recording.Build();
    }

    private static double[] Sweep(long[] starts, long[] lengths, long end)
    {
        var sums = new long[starts.Length + 1];
        for (var i = 0; i < starts.Length; i++) sums[i + 1] = sums[i] + lengths[i];
        var shares = new double[UtilisationSummary.Lengths.Count];
        Parallel.For(0, shares.Length, row =>
        {
            var window = UtilisationSummary.Lengths[row];
            var (most, last, first) = (0L, 0, 0);
            for (var i = 0; i < starts.Length; i++)
            {
                if (starts[i] + window <= end)
                {
                    while (last < starts.Length && starts[last] + lengths[last] <= starts[i] + window) last++;
                    var part = last < starts.Length ? Math.Max(0, starts[i] + window - starts[last]) : 0;
                    most = Math.Max(most, sums[last] + part - sums[i]);
                }

                var from = starts[i] + lengths[i] - window;
                if (from < 0) continue;
                while (starts[first] + lengths[first] <= from) first++;
                most = Math.Max(most, sums[i + 1] - sums[first] - Math.Max(0, from - starts[first]));
            }

            shares[row] = 100 * ((double)(window - most) / window);
        });
        return shares;
    }

    /// <summary>The median of some rounds.</summary>
    private static (T Result, (double Elapsed, double Cpu) Time) Time<T>(Func<T> work)
    {
        var (seconds, cpu, result) = (new List<double>(), new List<double>(), default(T)!);
        for (var i = 0; i < Rounds; i++)
        {
            GC.Collect();
            var before = Environment.CpuUsage.TotalTime;
            var watch = Stopwatch.StartNew();
            result = work();
            seconds.Add(watch.Elapsed.TotalSeconds);
            cpu.Add((Environment.CpuUsage.TotalTime - before).TotalSeconds);
        }

        return (result, (seconds.Order().ElementAt(Rounds / 2), cpu.Order().ElementAt(Rounds / 2)));
    }
}
