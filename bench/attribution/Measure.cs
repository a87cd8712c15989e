using System.Diagnostics;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;

namespace Unpause.Bench.Attribution;

/// <summary>Times our engine; prints one line of JSON with seconds, peak memory and numbers to compare.</summary>
internal static class Measure
{
    private const int Rounds = 9;
    private const long Threshold = 20_000_000;
    private static readonly DateTimeOffset Began = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    /// <summary>The part that the other tools do too: pause time per request, counts, percentiles with and without pauses.</summary>
    public static int Join(string folder)
    {
        var (starts, durations) = (Workload.Read(folder, "starts"), Workload.Read(folder, "durations"));
        var (pauseStarts, pauseLengths) = (Workload.Read(folder, "pause_starts"), Workload.Read(folder, "pause_lengths"));
        return Print(() =>
        {
            var pauses = PauseTimeline.Merge([.. pauseStarts], [.. pauseLengths]);
            var join = OverlapJoin.Compute([new JoinedRequests(starts, durations, pauses, ErrorBound: 0)], Threshold);
            return new
            {
                touched = join.Touched,
                stopped_ns = join.StoppedNanoseconds,
                slow = join.Measured.Slow,
                slow_without = join.WithoutOwnOverlap.Slow,
                percentiles_ns = Percentiles(join.Measured),
                percentiles_without_ns = Percentiles(join.WithoutOwnOverlap),
            };
        });
    }

    /// <summary>Everything: clocks, queue, backlog, permutation test, worst requests.</summary>
    public static int Engine(string folder)
    {
        var set = ReadRequests(folder);
        var recording = ReadRecording(folder);
        return Print(() =>
        {
            var result = RequestAttribution.Compute([set], [recording], new AttributionOptions(Threshold));
            return new
            {
                touched = result.WithPause,
                slow = result.Measured.Slow,
                slow_without = result.WithoutOwnOverlap?.Slow,
                percentiles_ns = Percentiles(result.Measured),
                percentiles_without_ns = Percentiles(result.WithoutOwnOverlap),
                percentiles_without_backlog_ns = Percentiles(result.WithoutBacklog),
                because = result.SlowBecauseOfGc,
                p_value = result.PValue,
                outcome = result.Outcome.ToString(),
                queue = result.Processes.Count == 0 ? null : result.Processes[0].Queue.ToString(),
            };
        });
    }

    private static long?[]? Percentiles(LatencyDistribution? latency) =>
        latency is null
            ? null
            : [latency.P50Nanoseconds, latency.P90Nanoseconds, latency.P99Nanoseconds, latency.P999Nanoseconds, latency.MaxNanoseconds];

    private static RequestSet ReadRequests(string folder)
    {
        var (starts, durations) = (Workload.Read(folder, "starts"), Workload.Read(folder, "durations"));
        var zero = (Began.UtcTicks - DateTime.UnixEpoch.Ticks) * 100;
        var set = new RequestSet { Files = [folder], Format = "csv" };
        for (var i = 0; i < starts.Length; i++) set.Requests.Add(new Request(zero + starts[i], durations[i], -1, -1, -1));
        return set;
    }

    private static Recording ReadRecording(string folder)
    {
        var (starts, lengths) = (Workload.Read(folder, "pause_starts"), Workload.Read(folder, "pause_lengths"));
        var recording = new RecordingBuilder { Source = new SourceBuilder { Format = "bench", Runtime = Runtimes.CPython } };
        recording.Clock = new Clock(Began, 1000, "synthetic");
        recording.DurationNanoseconds = starts[^1] + lengths[^1];
        for (var i = 0; i < starts.Length; i++)
        {
            var collection = recording.Begin(i);
            collection.Generation = Generations.Gen2;
            recording.Pauses.Add(new Pause(starts[i], lengths[i], i, "collect"));
        }

        return recording.Build();
    }

    /// <summary>The median of some rounds; the first one, which also compiles, is reported beside it.</summary>
    private static int Print(Func<object> work)
    {
        var seconds = new List<double>();
        var cpu = new List<double>();
        using var self = Process.GetCurrentProcess();
        object result = "";
        long peak = 0;
        GC.Collect();
        for (var i = 0; i < Rounds; i++)
        {
            var before = self.TotalProcessorTime;
            var watch = Stopwatch.StartNew();
            result = work();
            seconds.Add(watch.Elapsed.TotalSeconds);
            self.Refresh();
            if (i == 0) peak = self.PeakWorkingSet64;
            cpu.Add((self.TotalProcessorTime - before).TotalSeconds);
        }

        Console.WriteLine(JsonSerializer.Serialize(new
        {
            first_seconds = seconds[0],
            seconds = seconds.Order().ElementAt(Rounds / 2),
            cpu_seconds = cpu.Order().ElementAt(Rounds / 2),
            peak_bytes = peak,
            result,
        }));
        return 0;
    }
}
