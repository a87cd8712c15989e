using Unpause.Analysis.Histograms;
using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores.ClickHouse;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>Runs with seeded values, and their sums: what a store must answer.</summary>
internal static class MadeRuns
{
    public const long Hour = 3_600_000;

    public static long Start { get; } = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    /// <summary>Runs of processes, one an hour.</summary>
    public static List<RunRows> Make(int processes, int hours, int seed = 1)
    {
        var random = new Random(seed);
        var runs = new List<RunRows>();
        for (var process = 0; process < processes; process++)
        {
            for (var hour = 0; hour < hours; hour++) runs.Add(Make(random, process, Start + (hour * Hour), Start + ((hour + 1) * Hour)));
        }

        return runs;
    }

    public static RunRows Make(Random random, int process, long start, long end)
    {
        var key = random.NextInt64();
        var lengths = Enumerable.Range(0, random.Next(1, 200)).Select(_ => (long)Math.Exp(8 + (10 * random.NextDouble()))).ToList();
        var stops = StopsOf(lengths);
        return new(
            new()
            {
                Key = key,
                Report = $"host-{process % 7}/{process}-{start}.json",
                Index = process % 3,
                Host = $"host-{process % 7}",
                Service = $"service-{process % 5}",
                Version = start < Start + (2 * Hour) ? "1.0" : "1.1",
                Process = $"host-{process % 7}/{process}",
                Runtime = process % 5 == 0 ? "jvm" : "dotnet",
                RuntimeVersion = "10.0",
                Collector = "G1",
                Settings = "a=1\nb=two=2",
                Start = start,
                End = end,
                CoveredSeconds = (end - start) / 1000.0,
                Processors = process % 4 == 3 ? null : 4,
                MemoryLimit = 1 << 30,
                Stops = stops,
                Collections = lengths.Count + 1,
                AllocatedBytes = process % 2 == 0 ? 1e9 * random.NextDouble() : null,
                LiveSet = process % 3 == 0 ? null : random.Next(),
                HeapPeak = 5_000_000,
                HeapLimit = 1 << 29,
                CollectorCpuSeconds = random.NextDouble(),
                Requests = process % 2 == 0 ? 1000 : null,
                Slow = process % 2 == 0 ? 10 : null,
                SlowBecauseOfGc = process % 2 == 0 ? 3 : null,
                LostRequestSeconds = process % 2 == 0 ? 60 * random.NextDouble() : null,
                Verdict = "a verdict",
            },
            [CauseOf(key, "large-objects", stops.SumSeconds * 0.75, 1.5), CauseOf(key, "", stops.SumSeconds * 0.25, null)],
            [
                .. lengths.Take(3).Select((length, i) => new LongStopRow
                {
                    Key = key, At = (start * 1_000_000) + i, Length = length, ClockError = 1000, Cause = "induced",
                }),
            ]);
    }

    public static StopTimes StopsOf(IReadOnlyList<long> nanoseconds)
    {
        var timed = new TimedHistogram(null);
        foreach (var length in nanoseconds) timed.Add(null, length);
        var histogram = timed.All;
        var (indexes, counts) = (new List<short>(), new List<long>());
        for (var i = 0; i < histogram.Counts.Length; i++)
        {
            if (histogram.Counts[i] == 0) continue;
            indexes.Add((short)(histogram.Offset + i));
            counts.Add(histogram.Counts[i]);
        }

        return new()
        {
            Count = histogram.Count,
            SumSeconds = histogram.SumNanoseconds / 1e9,
            MaxSeconds = (histogram.MaxNanoseconds ?? 0) / 1e9,
            Zero = histogram.ZeroCount,
            Indexes = [.. indexes],
            Counts = [.. counts],
        };
    }

#pragma warning disable CS1998 // A list as a stream.
    public static async IAsyncEnumerable<RunRows> Stream(IEnumerable<RunRows> runs)
    {
        foreach (var run in runs) yield return run;
    }
#pragma warning restore CS1998

    private static CauseRow CauseOf(long key, string finding, double seconds, double? saves) => new()
    {
        Key = key,
        Finding = finding,
        Title = $"Title of {finding}",
        StopSeconds = seconds,
        SavesSeconds = saves,
        Advice = "Use pools",
        Setting = "x=1",
    };
}
