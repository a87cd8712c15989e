using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>Says in one sentence what the collector did to the program.</summary>
internal static class VerdictSentence
{
    /// <summary>The sentence about processes, of which the most paused is first.</summary>
    public static string Of(IReadOnlyList<ProcessDocument> processes)
    {
        if (processes.Count == 0) return "Nothing was recorded, so nothing can be said about the collector.";
        var first = processes[0];
        var pauses = first.Pauses;
        var who = processes.Count == 1
            ? "this program"
            : $"{ProcessName.Of(first)}, the most paused of {Quantities.Count(processes.Count)} processes,";
        if (pauses.MaxMs is not { } max) return Quiet(first, processes.Count);
        var times = pauses.Count == 1 ? "once" : $"{Quantities.Count(pauses.Count)} times";
        var longest = pauses.Count == 1 ? "" : $"; the longest pause was {Quantities.Duration(max.Nanoseconds)}";
        return $"The collector stopped {who} {times} for {Cell.Duration(pauses.TotalMs)}{Share(first)}{longest}.";
    }

    private static string Quiet(ProcessDocument process, int processes)
    {
        var span = process.Source.DurationMs is { } duration ? $" in {Quantities.Duration(duration.Nanoseconds)}" : "";
        if (process.Source.Coverage.Notes.Any(note => note.Severity == NoteDocument.Unreadable))
        {
            return $"No pause could be read{span}: part of the recording is damaged.";
        }

        var who = processes == 1 ? "this program" : $"any of {Quantities.Count(processes)} processes";
        return $"The collector did not stop {who}{span}.";
    }

    private static string Share(ProcessDocument process) =>
        process is { Pauses.ThroughputPercent: { } throughput, Source.DurationMs: { } duration }
            ? $" in all, {Quantities.Percent(100 - throughput)} of {Quantities.Duration(duration.Nanoseconds)}"
            : " in all";
}
