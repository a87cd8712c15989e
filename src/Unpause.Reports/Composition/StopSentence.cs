using Unpause.Recordings.Words;

namespace Unpause.Reports.Composition;

/// <summary>The headline of a process whose stop-the-world pauses are known, and what took their time where that is not GC work.</summary>
internal static class StopSentence
{
    /// <summary>A part is named when it takes at least this share of the paused time.</summary>
    private const double LeastShare = 0.05;

    /// <summary>The sentences about the first of some processes.</summary>
    public static string Compose(ProcessDocument process, int processes)
    {
        var stops = process.Stops!;
        var headline = VerdictSentence.Headline(
            process, processes, Cell.Pause(stops.MaxMs, process.Source), Cell.Pause(stops.TotalMs, process.Source, stops.Count),
            stops.Count, stops.ThroughputPercent);
        var details = process.Collections.Count == 0 ? WithoutCollections(process, stops) : Parts(process, stops);
        return details is null ? headline : $"{headline} {details}";
    }

    /// <summary>The parts of the paused time; null where nearly all of it is GC work, so that the headline says it all.</summary>
    private static string? Parts(ProcessDocument process, StopsDocument stops)
    {
        var (total, pauses) = (stops.TotalMs.Nanoseconds, process.Pauses);
        // Stops shorter than the format's step have no parts.
        if (total == 0) return null;
        var holdHalting = Runtimes.TraitsOf(process.Source.Runtime).PausesHoldHalting;
        var halting = holdHalting ? 0 : stops.TimeToSafepointTotalMs?.Nanoseconds ?? 0;
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        var other = Total.Sum(
            others, row => row.TotalMs.Nanoseconds - (holdHalting ? 0 : row.TimeToSafepointTotalMs?.Nanoseconds ?? 0)).Value;
        var rest = total - halting - other - pauses.TotalMs.Nanoseconds;
        List<(long Time, string Text)> parts = [];
        if (halting >= total * LeastShare) parts.Add((halting, $"time to safepoint {Quantities.Duration(halting)}"));
        if (other >= total * LeastShare)
        {
            var names = others is [{ Reason: StopReason.NotRecorded }] ? StopReason.NotRecorded : Names(others);
            parts.Add((other, $"pauses that are not for GC {Quantities.Duration(other)} ({names})"));
        }

        if (rest >= total * LeastShare)
        {
            parts.Add((rest, $"{(holdHalting ? "after GC work" : "before and after GC work")} {Quantities.Duration(rest)}"));
        }

        if (parts.Count == 0) return null;
        var longest = pauses.Count > 1 ? $" (longest {Cell.Duration(pauses.MaxMs)})" : "";
        parts.Add((pauses.TotalMs.Nanoseconds, $"GC work {Cell.Duration(pauses.TotalMs)}{longest}"));
        var ordered = parts.OrderByDescending(part => part.Time).Select(part => part.Text);
        return $"Paused {Cell.Duration(stops.TotalMs)} in total: {string.Join(", ", ordered)}.";
    }

    private static string WithoutCollections(ProcessDocument process, StopsDocument stops)
    {
        var made = stops.GcStops;
        var halting = stops.TimeToSafepointTotalMs is { } reaching && reaching.Nanoseconds >= stops.TotalMs.Nanoseconds * LeastShare
            ? $"Paused {Cell.Duration(stops.TotalMs)} in total, {Cell.Duration(reaching)} of it {StopTables.TimeToStop(process)}. "
            : "";
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        var why = others.Count > 0 ? $" (reasons: {Names(others)})" : "";
        if (made is { Count: > 0 })
        {
            var part = made.Count == stops.Count ? "all" : Quantities.Count(made.Count);
            return $"{halting}This file does not record GC cycles, but {part} of the pauses were for GC ({Cell.Duration(made.TotalMs)}).";
        }

        if (process.Source.Coverage.Notes.Any(note => note.Severity == NoteDocument.Unreadable))
        {
            return $"{halting}No GC cycle could be read: part of the recording is damaged.";
        }

        return others.Exists(row => row.Reason == StopReason.NotRecorded)
            ? $"{halting}No GC cycle is recorded, and the reasons for the pauses are not recorded."
            : $"{halting}No GC cycle is recorded, and no pause was for GC{why}.";
    }

    private static string Names(IReadOnlyList<StopReasonDocument> rows)
    {
        const int Most = 2;
        var names = string.Join(", ", rows.Take(Most).Select(row => PlainText.Clean(row.Reason)));
        return rows.Count > Most ? $"{names} …" : names;
    }
}
