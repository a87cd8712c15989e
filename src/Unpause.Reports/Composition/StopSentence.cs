using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>Says how long a program stood still, whatever asked for it, and what that time went to.</summary>
internal static class StopSentence
{
    /// <summary>A part of the time in stops that is told takes at least this share of it; the collector's pauses are always told.</summary>
    private const double LeastShare = 0.05;

    /// <summary>The sentences about the first of some processes.</summary>
    public static string Of(ProcessDocument process, int processes)
    {
        var stops = process.Stops!;
        var who = processes == 1
            ? "This program stood"
            : $"{ProcessName.Of(process)}, the most stopped of {Quantities.Count(processes)} processes, stood";
        var longest = stops.Count == 1 ? "" : $"; the longest stop was {Cell.Duration(stops.MaxMs)}";
        var share = VerdictSentence.Share(stops.ThroughputPercent, process);
        return $"{who} still {VerdictSentence.Times(stops.Count)} for {Cell.Duration(stops.TotalMs)}{share}{longest}. "
            + (process.Collections.Count == 0 ? WithoutCollections(process, stops) : Parts(process, stops));
    }

    private static string Parts(ProcessDocument process, StopsDocument stops)
    {
        var (total, pauses) = (stops.TotalMs.Nanoseconds, process.Pauses);
        var holdHalting = Runtimes.TraitsOf(process.Source.Runtime).PausesHoldHalting;
        var halting = holdHalting ? 0 : stops.TimeToSafepointTotalMs?.Nanoseconds ?? 0;
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        var other = Total.Of(
            others, row => row.TotalMs.Nanoseconds - (holdHalting ? 0 : row.TimeToSafepointTotalMs?.Nanoseconds ?? 0)).Value;
        var rest = total - halting - other - pauses.TotalMs.Nanoseconds;
        var own = pauses.Count switch
        {
            0 => "were pauses by the collector's own account",
            1 => "was the collector's own pause",
            _ => $"were the collector's own pauses (the longest {Cell.Duration(pauses.MaxMs)})",
        };
        var around = (holdHalting ? "went by after the collector's work" : "lay before the collector began or after its work")
            + ", until the threads ran again";
        List<(long Time, string Text)> parts = [(pauses.TotalMs.Nanoseconds, own)];
        if (halting >= total * LeastShare) parts.Add((halting, "went by waiting for threads to reach a safepoint"));
        if (other >= total * LeastShare)
        {
            parts.Add((other, others is [{ Reason: StopReason.NotRecorded }]
                ? "went by in stops of which the recording gives no reason"
                : $"had other reasons than a collection ({Names(others)})"));
        }

        if (rest >= total * LeastShare) parts.Add((rest, around));
        var told = parts.OrderByDescending(part => part.Time)
            .Select(part => $"{Quantities.Duration(part.Time)} {part.Text}").ToList();
        return told.Count == 1 ? $"Of that, {told[0]}." : $"Of that, {string.Join(", ", told.Take(told.Count - 1))} and {told[^1]}.";
    }

    private static string WithoutCollections(ProcessDocument process, StopsDocument stops)
    {
        var made = stops.GcStops;
        var halting = stops.TimeToSafepointTotalMs is { } reaching && reaching.Nanoseconds >= stops.TotalMs.Nanoseconds * LeastShare
            ? $"Of that, {Cell.Duration(reaching)} went by until the threads stood. "
            : "";
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        var why = others.Count > 0 ? $" (they were for {Names(others)})" : "";
        if (made is { Count: > 0 })
        {
            var part = made.Count == stops.Count ? "all" : Quantities.Count(made.Count);
            return $"{halting}Collections aren't in the recording; {part} of the stops were made for them ({Cell.Duration(made.TotalMs)}).";
        }

        if (process.Source.Coverage.Notes.Any(note => note.Severity == NoteDocument.Unreadable))
        {
            return $"{halting}No collection could be read: part of the recording is damaged.";
        }

        return others.Exists(row => row.Reason == StopReason.NotRecorded)
            ? $"{halting}No collection is in the recording, and it doesn't tell what the stops were for."
            : $"{halting}No collection is in the recording, and no stop was made for one{why}.";
    }

    private static string Names(IReadOnlyList<StopReasonDocument> rows)
    {
        const int Most = 2;
        var names = string.Join(", ", rows.Take(Most).Select(row => PlainText.Clean(row.Reason)));
        return rows.Count > Most ? $"{names} …" : names;
    }
}
