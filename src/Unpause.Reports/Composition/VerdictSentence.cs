using Unpause.Recordings.Words;
using Unpause.Reports.Cpu;
using Unpause.Reports.Documents;
using Unpause.Reports.Work;

namespace Unpause.Reports.Composition;

/// <summary>Says in a sentence or two how long the program stood still, and how much of it was the collector.</summary>
internal static class VerdictSentence
{
    /// <summary>A wait of one thread from here on is told beside stops.</summary>
    private const long LongWaitNanoseconds = 1_000_000;

    /// <summary>The sentences about processes, of which the one that stood still longest is first.</summary>
    public static string Of(IReadOnlyList<ProcessDocument> processes)
    {
        if (processes.Count == 0) return "Nothing was recorded, so nothing can be said about the collector.";
        var first = processes[0];
        if (CpuTables.IsAll(first)) return Samples(first, processes.Count);
        var sentence = first.Stops is { Count: > 0 }
            ? StopSentence.Of(first, processes.Count)
            : first.Pauses.MaxMs is { } max ? Pauses(first, max, processes.Count) : Quiet(first, processes.Count);
        if (CollectorCpuText.Sentence(first) is { } cpu) sentence = $"{sentence} {cpu}";
        if (LongestWait(first) is { } wait) sentence = $"{sentence} {wait}";
        return first.CpuSamples is { } samples && CpuTables.Sentence(samples) is { } share ? $"{sentence} {share}" : sentence;
    }

    /// <summary>How often, <c>once</c> or <c>35 times</c>.</summary>
    public static string Times(long count) => count == 1 ? "once" : $"{Quantities.Count(count)} times";

    /// <summary>The share of the recording's time, where both are known.</summary>
    public static string Share(double? throughputPercent, ProcessDocument process) =>
        throughputPercent is { } throughput && process.Source.DurationMs is { } duration
            ? $" in all, {Quantities.Percent(100 - throughput)} of {Quantities.Duration(duration.Nanoseconds)}"
            : " in all";

    /// <summary>Of CPU samples alone: these tell no pauses.</summary>
    private static string Samples(ProcessDocument first, int processes)
    {
        var who = processes == 1 ? "" : $"{ProcessName.Of(first)}: ";
        return $"{who}{CpuTables.Sentence(first.CpuSamples!)} CPU samples tell no pauses.";
    }

    private static string Pauses(ProcessDocument first, Milliseconds max, int processes)
    {
        var pauses = first.Pauses;
        var who = processes == 1 ? "this program" : $"{ProcessName.Of(first)}, the most paused of {Quantities.Count(processes)} processes,";
        var longest = pauses.Count == 1 ? "" : $"; the longest pause was {Cell.Pause(max, first.Source)}";
        // Where a pause begins only when all threads stand, what was felt is longer, and nothing tells by how much.
        var halting = Runtimes.TraitsOf(first.Source.Runtime).PausesHoldHalting
            ? ""
            : ", without the time that threads took to halt, which isn't recorded";
        return $"The collector stopped {who} {Times(pauses.Count)} for {Cell.Pause(pauses.TotalMs, first.Source, pauses.Count)}"
            + $"{Share(pauses.ThroughputPercent, first)}{longest}{halting}.";
    }

    private static string Quiet(ProcessDocument process, int processes)
    {
        if (!process.Source.HasCollections)
        {
            return "These profiles tell where memory was allocated and goroutines stood, not when the collector stopped the program.";
        }

        var span = process.Source.DurationMs is { } duration ? $" in {Quantities.Duration(duration.Nanoseconds)}" : "";
        if (process.Source.Coverage.Notes.Any(note => note.Severity == NoteDocument.Unreadable))
        {
            return $"No pause could be read{span}: part of the recording is damaged.";
        }

        var who = processes == 1 ? "this program" : $"any of {Quantities.Count(processes)} processes";
        return $"The collector did not stop {who}{span}.";
    }

    private static string? LongestWait(ProcessDocument process)
    {
        var longest = process.Stalls.MaxBy(stall => stall.MaxMs.Nanoseconds);
        return longest?.MaxMs.Nanoseconds >= LongWaitNanoseconds
            ? $"Besides, the collector made single threads wait, one of them for {Cell.Duration(longest.MaxMs)} "
                + $"({PlainText.Clean(longest.Name)})."
            : null;
    }
}
