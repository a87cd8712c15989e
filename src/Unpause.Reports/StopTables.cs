using System.Globalization;
using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// How long a program stood still, for the terminal and Markdown. Documents of older versions don't tell what stops were made for: of these
/// the collector's pauses come first, as they were written.
/// </summary>
internal static class StopTables
{
    /// <summary>Reasons named in a line; the table and the JSON have all.</summary>
    private const int MostReasons = 4;

    /// <summary>A reason that is named in a line takes at least this share of the time that all other reasons take.</summary>
    private const double LeastShare = 0.05;

    /// <summary>The four numbers under the verdict, with their names.</summary>
    public static IEnumerable<(string Name, string Value)> Headline(ProcessDocument process)
    {
        if (Told(process) is { } stops)
        {
            yield return ("longest stop", Cell.Duration(stops.MaxMs));
            yield return ("p99 stop", Cell.Duration(stops.P99Ms));
            yield return ("stopped in all", Cell.Duration(stops.TotalMs));
            yield return ("throughput", Throughput(stops.ThroughputPercent));
            if (process.CollectorCpu is { } felt) yield return ("CPU for GC", Cell.Percent(felt.Percent));
            yield break;
        }

        var pauses = process.Pauses;
        yield return ("longest pause", Cell.Pause(pauses.MaxMs, process.Source));
        yield return ("p99 pause", Cell.Pause(pauses.P99Ms, process.Source));
        yield return ("total pause", Cell.Pause(pauses.TotalMs, process.Source, pauses.Count));
        yield return ("throughput", Throughput(pauses.ThroughputPercent));
        if (process.CollectorCpu is { } cpu) yield return ("CPU for GC", Cell.Percent(cpu.Percent));
    }

    /// <summary>
    /// Below the four numbers: the collector's own pauses and the longest wait of a single thread; empty where the numbers are its pauses.
    /// </summary>
    public static string Own(ProcessDocument process)
    {
        if (Told(process) is null) return "";
        var pauses = process.Pauses;
        var text = pauses.Count == 0
            ? "pauses of collections: none recorded"
            : $"the collector's own pauses: {Quantities.Count(pauses.Count)}, {Cell.Duration(pauses.TotalMs)} in all, longest "
                + $"{Cell.Duration(pauses.MaxMs)}, p99 {Cell.Duration(pauses.P99Ms)}, throughput {Throughput(pauses.ThroughputPercent)}";
        var wait = process.Stalls.MaxBy(stall => stall.MaxMs.Nanoseconds);
        return wait is null ? text : $"{text}; longest wait of a single thread {Cell.Duration(wait.MaxMs)} ({PlainText.Clean(wait.Name)})";
    }

    /// <summary>Stops in one line: what for, and the time until the threads stood; empty where none are told.</summary>
    public static string Line(ProcessDocument process)
    {
        if (process.Stops is not { } stops) return "";
        return stops.GcStops is { } made ? Line(stops, made) : Older(stops);
    }

    /// <summary>Stops by what they were made for, the most time first; no rows in documents of older versions.</summary>
    public static TextTable Reasons(ProcessDocument process) => new(
        ["stops for", "count", "total", "to halt", "longest"],
        [.. (process.Stops?.ByReason ?? []).Select(row => (string[])
        [
            PlainText.Clean(row.Reason),
            Quantities.Count(row.Count),
            Cell.Duration(row.TotalMs),
            Cell.Duration(row.TimeToSafepointTotalMs),
            Cell.Duration(row.MaxMs),
        ])]);

    /// <summary>The longest stops; no rows in documents of older versions.</summary>
    public static TextTable Longest(ProcessDocument process) => new(
        ["longest stops", "to halt", "pause", "for", "collection", "cause", "at"],
        [.. (process.Stops?.Longest ?? []).Select(stop => (string[])
        [
            Cell.Duration(stop.DurationMs),
            Cell.Duration(stop.TimeToSafepointMs),
            Cell.Duration(stop.PauseMs),
            PlainText.Clean(stop.Reason),
            stop.Collection is { } number
                ? string.Create(CultureInfo.InvariantCulture, $"{number}{(stop.Type is null ? "" : $" {stop.Type}")}")
                : Cell.Unknown,
            PlainText.Clean(stop.Cause ?? Cell.Unknown),
            Cell.Duration(stop.StartMs),
        ])]);

    private static StopsDocument? Told(ProcessDocument process) =>
        process.Stops is { Count: > 0, GcStops: { } } stops ? stops : null;

    private static string Throughput(double? percent) => percent is { } known ? Quantities.Percent(known) : "unknown";

    private static string Line(StopsDocument stops, GcStopsDocument made)
    {
        var parts = new List<string>
        {
            made.Count == 0
                ? "none for a collection"
                : $"{Quantities.Count(made.Count)} for collections: {Cell.Duration(made.TotalMs)}, longest {Cell.Duration(made.MaxMs)}",
        };
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        if (others.Count > 0) parts.Add(Others(others));
        if (stops.TimeToSafepointTotalMs is { } reaching)
        {
            parts.Add($"until the threads stood: {Cell.Duration(reaching)} of it, at most {Cell.Duration(stops.TimeToSafepointMaxMs)}");
        }

        if (stops.PausesWithoutStop > 0)
        {
            parts.Add($"{Quantities.Count(stops.PausesWithoutStop.Value)} pauses lie in no recorded stop and count as long as they are");
        }

        return string.Join("; ", parts);
    }

    private static string Others(IReadOnlyList<StopReasonDocument> rows)
    {
        var (count, total) = (Total.Of(rows, row => row.Count).Value, Total.Of(rows, row => row.TotalMs.Nanoseconds).Value);
        var longest = count == 1 ? "" : $", longest {Quantities.Duration(rows.Max(row => row.MaxMs.Nanoseconds))}";
        if (rows is [var only])
        {
            var why = only.Reason == StopReason.NotRecorded ? "with no reason told" : $"for another reason ({PlainText.Clean(only.Reason)})";
            return $"{Quantities.Count(count)} {why}: {Quantities.Duration(total)}{longest}";
        }

        var named = rows.Where(row => row.TotalMs.Nanoseconds >= total * LeastShare).Take(MostReasons)
            .Select(row => $"{Quantities.Count(row.Count)} × {PlainText.Clean(row.Reason)}, {Cell.Duration(row.TotalMs)}");
        return $"{Quantities.Count(count)} for other reasons: {Quantities.Duration(total)}{longest} ({string.Join("; ", named)})";
    }

    private static string Older(StopsDocument stops)
    {
        var safepoint = stops.TimeToSafepointTotalMs is { } reaching ? $", {Cell.Duration(reaching)} of it bringing threads to a halt" : "";
        return $"{Quantities.Count(stops.Count)} stops for {Cell.Duration(stops.TotalMs)}{safepoint};"
            + $" longest {Cell.Duration(stops.MaxMs)}; "
            + $"{Cell.Duration(stops.OutsidePausesMs)} is outside the pauses that the collector reports";
    }
}
