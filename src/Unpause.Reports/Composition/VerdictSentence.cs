using Unpause.Recordings.Words;
using Unpause.Reports.Cpu;
using Unpause.Reports.Work;

namespace Unpause.Reports.Composition;

/// <summary>
/// The headline (longest pause, share of the run time paused, number of pauses), and what the numbers in it leave out: CPU time for GC, and
/// waits of single threads.
/// </summary>
internal static class VerdictSentence
{
    /// <summary>The least wait of a single thread that is named beside the pauses.</summary>
    private const long LongWaitNanoseconds = 1_000_000;

    /// <summary>The sentences about processes; the first process has the longest total pause time.</summary>
    public static string Compose(IReadOnlyList<ProcessDocument> processes)
    {
        if (processes.Count == 0) return "No process is recorded, so there is no GC to report about.";
        var first = processes[0];
        if (CpuTables.IsAll(first)) return Samples(first, processes.Count);
        var sentence = first.Stops is { Count: > 0 }
            ? StopSentence.Compose(first, processes.Count)
            : first.Pauses.MaxMs is { } max ? Pauses(first, max, processes.Count) : Quiet(first, processes.Count);
        if (first.Source.Format == JvmFormats.EventLog && first.Collections.Count > 0)
            sentence = $"{sentence} This file has only the last {Quantities.Count(first.Collections.Count, "collection")}.";
        if (CollectorCpuText.Sentence(first) is { } cpu) sentence = $"{sentence} {cpu}";
        if (LongestWait(first) is { } wait) sentence = $"{sentence} {wait}";
        return first.CpuSamples is { } samples && CpuTables.Sentence(samples) is { } share ? $"{sentence} {share}" : sentence;
    }

    /// <summary>The first sentence: <c>538 ms longest pause, 19.2 % of 25.6 s paused (48 stop-the-world pauses).</c></summary>
    public static string Headline(
        ProcessDocument process, int processes, string longest, string total, long count, double? throughputPercent)
    {
        var name = processes == 1
            ? ""
            : $"{ProcessName.Format(process)} (longest total pause time of {Quantities.Count(processes)} processes): ";
        var share = throughputPercent is { } throughput && process.Source.DurationMs is { } duration
            ? $"{Quantities.Percent(100 - throughput)} of {Observed(process.Source, duration)} paused"
            : $"{total} paused in total";
        return $"{name}{longest} longest pause, {share} ({Quantities.Count(count, "stop-the-world pause")}).";
    }

    private static string Observed(SourceDocument source, Milliseconds duration) => source.LostMs is { } lost
        ? $"{Quantities.Duration(duration.Nanoseconds - lost.Nanoseconds)} (without {Quantities.Duration(lost.Nanoseconds)} "
            + "that are missing from the input)"
        : Quantities.Duration(duration.Nanoseconds);

    /// <summary>Profiles of CPU samples have no pauses, so GC's share of the samples is all that can be reported.</summary>
    private static string Samples(ProcessDocument first, int processes)
    {
        var who = processes == 1 ? "" : $"{ProcessName.Format(first)}: ";
        return $"{who}{CpuTables.Sentence(first.CpuSamples!)} CPU samples do not record pauses.";
    }

    private static string Pauses(ProcessDocument first, Milliseconds max, int processes)
    {
        var pauses = first.Pauses;
        var headline = Headline(
            first, processes, Cell.Pause(max, first.Source), Cell.Pause(pauses.TotalMs, first.Source, pauses.Count), pauses.Count,
            pauses.ThroughputPercent);
        if (first.Source.Format == JvmFormats.Monitor) return $"{headline} Only long or full ones are in this log.";
        if (first.Source.Format == RubyFormats.Rails) return $"{headline} Each is the sum of all collections during a request.";
        if (first.Source.Format == JvmFormats.Jstat && first.Collections.Count > pauses.Count)
        {
            return $"{headline} Of {Quantities.Count(first.Collections.Count - pauses.Count, "other collection")} only sums are known.";
        }

        if (first.Source.Format == GoFormats.MemStats) return $"{headline} Each is the sum of the stops of a cycle.";
        // A JVM's pause starts only when all threads have reached the safepoint. Without safepoint logging the rest is unknown.
        return Runtimes.TraitsOf(first.Source.Runtime).PausesHoldHalting
            ? headline
            : $"{headline} Time to safepoint is not recorded, so the application was paused longer than this.";
    }

    private static string Quiet(ProcessDocument process, int processes)
    {
        if (!process.Source.HasCollections)
        {
            var shows = process.Source.Format switch
            {
                NodeFormats.HeapSnapshot => "which objects are on the heap and what retains them: unpause heap FILE shows all of them",
                NodeFormats.HeapProfile => "where the memory in use was allocated",
                NodeFormats.DiagnosticReport => "the heap at one moment",
                _ => "where memory was allocated and where goroutines waited",
            };
            return $"This format does not record pauses. It shows {shows}.";
        }

        if (Tasks(process, processes) is { } tasks) return tasks;
        var span = process.Source.DurationMs is { } duration ? $" ({Quantities.Duration(duration.Nanoseconds)})" : "";
        return process.Pauses.Knowledge switch
        {
            PausesDocument.Lost => $"No pause could be read{span}: a part of the recording is damaged or was not understood.",
            PausesDocument.Recorded when processes == 1 => $"There was no GC pause{span}.",
            PausesDocument.Recorded => $"There was no GC pause in any of {Quantities.Count(processes)} processes{span}.",
            _ when process.Counters?.FirstOrDefault(counter => counter.Name == ProcessCounter.TimeInPauses) is { Mean: { } mean } =>
                $"This file has no single pauses{span}. GC pauses took {Quantities.Percent(mean)} of the time in all.",
            _ when process.Source.Format == MetricFormats.Prometheus =>
                $"This file has no single pauses{span}: metrics are counts and sums, which its notes have.",
            _ when processes == 1 => $"This file has no pauses{span}: it does not show for how long the program was stopped.",
            _ => $"These files have no pauses{span}: they do not show for how long {Quantities.Count(processes)} processes were stopped.",
        };
    }

    /// <summary>What Spark's tasks report of GC, which are sums; null for other recordings.</summary>
    private static string? Tasks(ProcessDocument process, int processes)
    {
        var counter = process.Counters?.FirstOrDefault(counter => counter.Name == ProcessCounter.TaskGcTime);
        if (counter is not { Mean: { } mean, Max: { } max }) return null;
        var who = processes == 1 ? "" : $"{ProcessName.Format(process)} of {Quantities.Count(processes)}: ";
        var tasks = Quantities.Count(counter.Samples, "task");
        return $"{who}{tasks} of Spark name {Duration(mean)} of GC on average, at most {Duration(max)}. "
            + "These are sums of collections: pauses are not recorded.";

        static string Duration(double milliseconds) => Quantities.Duration((long)Math.Round(milliseconds * 1e6));
    }

    private static string? LongestWait(ProcessDocument process)
    {
        var longest = process.Stalls.MaxBy(stall => stall.MaxMs.Nanoseconds);
        return longest?.MaxMs.Nanoseconds >= LongWaitNanoseconds
            ? $"Longest allocation stall of a single thread: {Cell.Duration(longest.MaxMs)} ({PlainText.Clean(longest.Name)})."
            : process.Heap.WaitingThreads is { } waiting
                ? $"Up to {Quantities.Count(waiting, "thread")} at a time waited for memory; for how long is not recorded."
                : null;
    }
}
