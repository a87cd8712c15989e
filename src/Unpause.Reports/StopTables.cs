using Unpause.Recordings.Words;

namespace Unpause.Reports;

/// <summary>
/// Stop-the-world pauses as text cells, shared by the terminal and Markdown. Documents of older versions lack the reasons of stops: for
/// these, the GC pauses come first.
/// </summary>
internal static class StopTables
{
    /// <summary>Most reasons in one line; the table and the JSON have all.</summary>
    private const int MostReasons = 4;

    /// <summary>A reason in the line has at least this share of the time of all non-GC reasons.</summary>
    private const double LeastShare = 0.05;

    /// <summary>The numbers below the verdict, with their names.</summary>
    public static IEnumerable<(string Name, string Value)> Headline(ProcessDocument process)
    {
        if (Reported(process) is { } stops)
        {
            yield return ("longest pause", Cell.Duration(stops.MaxMs));
            yield return ("p99 pause", Cell.Duration(stops.P99Ms));
            yield return ("total pause", Cell.Duration(stops.TotalMs));
            yield return ("throughput", Throughput(stops.ThroughputPercent));
            if (process.CollectorCpu is { } felt) yield return ("CPU for GC", Cell.Percent(felt.Percent));
            yield break;
        }

        var pauses = process.Pauses;
        yield return ("longest pause", Cell.Pause(pauses.MaxMs, process.Source));
        yield return ("p99 pause", Cell.Pause(pauses.P99Ms, process.Source));
        var isUnknown = pauses.Count == 0 && pauses.Knowledge is not (null or PausesDocument.Recorded);
        yield return ("total pause", isUnknown ? "–" : Cell.Pause(pauses.TotalMs, process.Source, pauses.Count));
        yield return ("throughput", Throughput(pauses.ThroughputPercent));
        if (process.CollectorCpu is { } cpu) yield return ("CPU for GC", Cell.Percent(cpu.Percent));
    }

    /// <summary>
    /// The line below these numbers: GC pauses and the longest stall of a single thread; empty where the numbers are the GC pauses.
    /// </summary>
    public static string Own(ProcessDocument process)
    {
        if (Reported(process) is null) return "";
        var pauses = process.Pauses;
        var text = pauses.Count == 0
            ? "GC pauses: none recorded"
            : $"GC pauses as the collector reports them: {Quantities.Count(pauses.Count)}, total {Cell.Duration(pauses.TotalMs)}, "
                + $"longest {Cell.Duration(pauses.MaxMs)}, p99 {Cell.Duration(pauses.P99Ms)}, "
                + $"throughput {Throughput(pauses.ThroughputPercent)}";
        var wait = process.Stalls.MaxBy(stall => stall.MaxMs.Nanoseconds);
        return wait is null ? text : $"{text}; longest stall of a single thread {Cell.Duration(wait.MaxMs)} ({PlainText.Clean(wait.Name)})";
    }

    /// <summary>Stops by reason and their time to stop, in one line; empty where none are recorded.</summary>
    public static string Line(ProcessDocument process)
    {
        if (process.Stops is not { } stops) return "";
        return stops.GcStops is { } made ? Line(stops, made, TimeToStop(process)) : Older(stops);
    }

    /// <summary>The runtime's own term for the time until all threads have stopped.</summary>
    public static string TimeToStop(ProcessDocument process) => Runtimes.TraitsOf(process.Source.Runtime).TimeToStop;

    /// <summary>Stops by reason, the most time first; no rows in documents of older versions.</summary>
    public static TextTable Reasons(ProcessDocument process) => new(
        ["reason for pauses", "count", "total", TimeToStop(process), "longest"],
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
        ["longest pauses", TimeToStop(process), "GC pause", "reason", "collection", "cause", "at"],
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
            Cell.Moment(stop.StartMs, process.Source),
        ])]);

    private static StopsDocument? Reported(ProcessDocument process) =>
        process.Stops is { Count: > 0, GcStops: { } } stops ? stops : null;

    private static string Throughput(double? percent) => percent is { } known ? Quantities.Percent(known) : "unknown";

    private static string Line(StopsDocument stops, GcStopsDocument made, string toStop)
    {
        var parts = new List<string>
        {
            made.Count == 0
                ? "none for GC"
                : $"{Quantities.Count(made.Count)} for GC: {Cell.Duration(made.TotalMs)}, longest {Cell.Duration(made.MaxMs)}",
        };
        var others = (stops.ByReason ?? []).Where(row => !row.IsGc).ToList();
        if (others.Count > 0) parts.Add(Others(others));
        if (stops.TimeToSafepointTotalMs is { } reaching)
        {
            parts.Add($"{toStop} {Cell.Duration(reaching)} in total, at most {Cell.Duration(stops.TimeToSafepointMaxMs)}");
        }

        if (stops.PausesWithoutStop > 0)
        {
            parts.Add($"{Quantities.Count(stops.PausesWithoutStop.Value)} GC pauses whose stop is not recorded, counted as they are");
        }

        return string.Join("; ", parts);
    }

    private static string Others(IReadOnlyList<StopReasonDocument> rows)
    {
        var (count, total) = (Total.Sum(rows, row => row.Count).Value, Total.Sum(rows, row => row.TotalMs.Nanoseconds).Value);
        var longest = count == 1 ? "" : $", longest {Quantities.Duration(rows.Max(row => row.MaxMs.Nanoseconds))}";
        if (rows is [var only])
        {
            var why = only.Reason == StopReason.NotRecorded
                ? "without recorded reason" : $"for another reason ({PlainText.Clean(only.Reason)})";
            return $"{Quantities.Count(count)} {why}: {Quantities.Duration(total)}{longest}";
        }

        var named = rows.Where(row => row.TotalMs.Nanoseconds >= total * LeastShare).Take(MostReasons)
            .Select(row => $"{Quantities.Count(row.Count)} × {PlainText.Clean(row.Reason)}, {Cell.Duration(row.TotalMs)}");
        return $"{Quantities.Count(count)} for other reasons: {Quantities.Duration(total)}{longest} ({string.Join("; ", named)})";
    }

    private static string Older(StopsDocument stops)
    {
        var safepoint = stops.TimeToSafepointTotalMs is { } reaching ? $", time to stop {Cell.Duration(reaching)}" : "";
        return $"{Quantities.Count(stops.Count, "pause")}, {Cell.Duration(stops.TotalMs)} in total{safepoint}, "
            + $"longest {Cell.Duration(stops.MaxMs)}; {Cell.Duration(stops.OutsidePausesMs)} outside of GC pauses";
    }
}
