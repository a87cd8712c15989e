namespace Unpause.Reports;

/// <summary>Requests as text cells, shared by the terminal and Markdown.</summary>
internal static class RequestTables
{
    /// <summary>Most rows of worst requests and holes; the JSON has more.</summary>
    private const int MostRows = 10;

    /// <summary>Hexadecimal digits of a trace ID.</summary>
    private const int TraceIdLength = 32;

    /// <summary>Longest name of a request in a table.</summary>
    private const int MostNameLength = 30;

    /// <summary>Shortest name of a request where the terminal is narrow.</summary>
    private const int LeastNameLength = 12;

    /// <summary>Characters for the collections of a request, for example <c>gen1:12/27.7 ms +1</c>.</summary>
    private const int LeastCollections = 18;

    /// <summary>Characters between two columns.</summary>
    private const int ColumnGap = 2;

    /// <summary>Narrower terminals have no room for a place in a trace beside its collections.</summary>
    private const int WideEnoughForHoles = 110;

    /// <summary>How pauses affected slow requests; null when that was not judged.</summary>
    public static string? Involvement(RequestsDocument requests)
    {
        if (requests.SlowWithPause is not { } touched) return null;
        var queued = requests.SlowQueuedBehindGc is { } behind
            ? $", {Quantities.Count(behind)} queued behind requests that a pause delayed"
            : "";
        var alone = requests.SlowBecauseOfOwnPauses is { } own ? $"; pauses inside them alone explain {Quantities.Count(own)}" : "";
        return $"{Quantities.Count(touched)} slow requests have a pause inside{queued}{alone} (p = {PValue(requests)})";
    }

    /// <summary>Requests that waited in the accept queue during a stop; null where there is no sign of any.</summary>
    public static string? AcceptQueue(RequestsDocument requests)
    {
        if (requests.AcceptQueue is not { } waiting) return null;
        var (shortest, longest) = (Cell.Duration(waiting.ShortestStopMs), Cell.Duration(waiting.LongestStopMs));
        var stops = shortest == longest ? longest : $"{shortest} to {longest}";
        return $"accept queue: about {Quantities.Count(waiting.Count)} requests arrived while the application was stopped ({stops}). "
            + $"They waited {Cell.Duration(waiting.MeanWaitMs)} on average before the server started to measure; "
            + $"{Span(waiting.SlowLow, waiting.SlowHigh)} of them are not slow in these numbers but took longer than "
            + $"{Cell.Duration(requests.SlowThresholdMs)} for their clients";
    }

    private static string Span(long low, long high) =>
        low == high ? Quantities.Count(low) : $"{Quantities.Count(low)} to {Quantities.Count(high)}";

    /// <summary>The queueing model behind the latency without GC, in a few words; null when nothing was judged.</summary>
    public static string? Queue(RequestsDocument requests)
    {
        // Reports of older versions lack these bounds, and their queue meant something else.
        if (requests.WithoutGc?.Low is null || requests.Processes.Count == 0) return null;
        return "queue: " + string.Join("; ", requests.Processes.Select(QueueOf).Distinct(StringComparer.Ordinal));
    }

    private static string QueueOf(RequestProcessDocument process)
    {
        var workers = process.Workers == 1 ? "one worker" : $"about {Quantities.Count(process.Workers)} workers";
        var what = process.Queue switch
        {
            RequestProcessDocument.Unlimited when !process.QueueFits => "not replayed, only pauses inside a request are subtracted",
            RequestProcessDocument.Unlimited => "no request waits for another",
            RequestProcessDocument.Shared => $"{workers} shared by all requests",
            _ => $"{workers}, in order of arrival",
        };
        var sure = process.QueueFits || process.Queue == RequestProcessDocument.Unlimited ? "" : " (assumed: no model fits the times)";
        var others = process.QueueCandidates - 1;
        var more = others > 0 && process.QueueFits ? $" ({Quantities.Count(others)} other {(others == 1 ? "fits" : "fit")} as well)" : "";
        return what + sure + more;
    }

    /// <summary>Metered latency beside the measured one, in a line; null where there is none.</summary>
    public static string? Metered(RequestsDocument requests)
    {
        if (requests.Metered is not { Windows: { Count: > 0 } windows }) return null;
        var metered = windows.Select(window => window.WindowMs is { } length
            ? $"{Cell.Duration(window.P99Ms)} over {Cell.Duration(length)}"
            : $"{Cell.Duration(window.P99Ms)} over the whole run");
        return $"metered latency (closed-loop load sent at an even rate): p99 {Cell.Duration(requests.P99Ms)} as measured, "
            + string.Join(", ", metered);
    }

    /// <summary>How many requests were ignored, and why; null when none were.</summary>
    public static string? LeftOut(RequestsDocument requests)
    {
        if (requests.ExcludedByReason is not { } by || requests.Excluded == 0) return null;
        var parts = new List<string>();
        foreach (var (count, what) in (ReadOnlySpan<(long, string)>)[
            (by.OtherProcesses, "of other processes"), (by.OutsideRecording, "from before or after the recording"),
            (by.InvalidTimes, "with impossible times"), (by.Streams, "that are streams")
        ])
        {
            if (count > 0) parts.Add($"{Quantities.Count(count)} {what}");
        }

        return string.Join(", ", parts);
    }

    /// <summary>The clock alignment of each process, a line each; none where the clocks agree.</summary>
    public static IEnumerable<string> Clocks(RequestsDocument requests)
    {
        foreach (var process in requests.Processes)
        {
            var clock = Clock(process);
            if (clock.Length > 0) yield return $"clock: {clock}";
        }
    }

    /// <summary>Empty when the clocks agree.</summary>
    private static string Clock(RequestProcessDocument process)
    {
        var error = Cell.Duration(process.ClockErrorMs);
        if (process.ClockState == RequestProcessDocument.ClockContradicted) return "contradicted by the data";
        if (process.ClockState == RequestProcessDocument.ClockUntestable) return $"not verified (too little data), ±{error} assumed";
        if (process.ClockOffsetMs.Nanoseconds == 0 && process.ClockDriftPpm is null or 0) return "";
        var offset = Cell.Duration(new Milliseconds(Math.Abs(process.ClockOffsetMs.Nanoseconds)));
        var drift = process.ClockDriftPpm is { } ppm and not 0
            ? string.Create(CultureInfo.InvariantCulture, $" and drifts {ppm:0.#} µs per second")
            : "";
        var way = process.ClockOffsetMs.Nanoseconds < 0 ? "ahead of" : "behind";
        return $"the recording's clock is {offset} {way} the requests' clock{drift}, corrected, ±{error}";
    }

    /// <summary>Latency as measured and without GC; null where only slow requests were kept.</summary>
    public static TextTable? Latency(RequestsDocument requests)
    {
        if (requests.TailSampled && requests.P50Ms is null) return null;
        var rows = new List<string[]>
        {
            Row("as measured", requests.P50Ms, requests.P90Ms, requests.P99Ms, requests.P999Ms, requests.MaxMs, requests.SlowPercent),
        };
        if (requests.WithoutGc is { } backlog)
        {
            var overlap = backlog.OwnPausesOnly;
            rows.Add(Row(
                "without pauses inside", overlap.P50Ms, overlap.P90Ms, overlap.P99Ms, overlap.P999Ms, overlap.MaxMs, overlap.SlowPercent));
            rows.Add(Row(
                "without GC and its queue", backlog.P50Ms, backlog.P90Ms, backlog.P99Ms, backlog.P999Ms, backlog.MaxMs,
                backlog.SlowPercent));
            if (backlog.Low is { } low) rows.Add(Row("  at least", low));
            if (backlog.High is { } high) rows.Add(Row("  at most", high));
        }

        return new TextTable(["latency", "p50", "p90", "p99", "p99.9", "max", "slow"], rows);
    }

    /// <summary>The slowest requests with the collections in them.</summary>
    public static TextTable Worst(RequestsDocument requests) => new(
        ["worst requests", "took", "in pauses", "queued", "without GC", "collections"],
        [.. requests.Worst.Take(MostRows).Select(request => (string[])
        [
            Shortened(request.Name ?? "unnamed"),
            Cell.Duration(request.DurationMs),
            Cell.Duration(request.PausedMs),
            Cell.Duration(request.QueuedBehindGcMs),
            Cell.Duration(request.WithoutGcMs),
            Collections(request.Collections),
        ])],
        WrappingColumn: 5);

    /// <summary>The same for a width: each request takes at most two lines, and no value is broken.</summary>
    /// <param name="width">Characters of a line.</param>
    public static TextTable Worst(RequestsDocument requests, int width)
    {
        var whole = Worst(requests);
        var last = whole.Columns.Count - 1;
        const int queued = 3;
        // Where no request waited, the column says nothing that the sentences above do not say.
        var kept = Enumerable.Range(0, last).Where(column => column != queued
            || requests.Worst.Take(MostRows).Any(request => request.QueuedBehindGcMs is { Nanoseconds: not 0 })).ToList();
        var widths = kept.ConvertAll(column => whole.Rows.Append([.. whole.Columns]).Max(row => row[column].Length) + ColumnGap);
        var room = width - widths.Sum();
        var name = Math.Max(LeastNameLength, widths[0] - ColumnGap - Math.Max(0, LeastCollections - room));
        room += widths[0] - ColumnGap - name;
        return new TextTable(
            [.. kept.Select(column => whole.Columns[column]), whole.Columns[last]],
            [.. whole.Rows.Select((row, i) => (string[])
            [
                .. kept.Select(column => column == 0 ? Shortened(row[0], name) : row[column]),
                Collections(requests.Worst[i].Collections, room),
            ])],
            WrappingColumn: kept.Count) { HasLines = true };
    }

    /// <summary>The holes for a width: in a narrow terminal without the list of collections, whose pauses the table has as a sum.</summary>
    /// <param name="width">Characters of a line.</param>
    public static TextTable Holes(IReadOnlyList<HoleDocument> holes, int width)
    {
        var whole = Holes(holes);
        const int collections = 3;
        return width >= WideEnoughForHoles ? whole : new TextTable(
            [.. whole.Columns.Where((_, column) => column != collections)],
            [.. whole.Rows.Select(row => row.Where((_, column) => column != collections).ToArray())]);
    }

    /// <summary>The holes in traces that GC explains best.</summary>
    /// <param name="holes">All holes; the first ones are shown.</param>
    /// <param name="wholeTraceIds">Whether to show whole trace IDs, for searching.</param>
    public static TextTable Holes(IReadOnlyList<HoleDocument> holes, bool wholeTraceIds = false) => new(
        ["holes in traces", "duration", "in pauses", "collections", "trace"],
        [.. holes.Take(MostRows).Select(hole => (string[])
        [
            PlainText.Clean(Place(hole)),
            Cell.Duration(hole.DurationMs),
            Cell.Duration(hole.ExplainedMs),
            Collections(hole.Collections),
            wholeTraceIds ? PlainText.Clean(hole.TraceId) : ShortTrace(hole.TraceId),
        ])]);

    /// <summary>The files that were read, in one line.</summary>
    public static string Coverage(RequestSourceDocument source)
    {
        var spans = source.Spans > 0 ? $"{Quantities.Count(source.Spans)} spans, " : "";
        var what = $"{spans}{Quantities.Count(source.Requests)} requests";
        var files = source.Files.Count == 1 ? PlainText.Clean(source.Files[0]) : $"{Quantities.Count(source.Files.Count)} files";
        var missed = source.LinesUnparsed > 0 ? $", {Quantities.Count(source.LinesUnparsed)} lines not parsed" : "";
        return source.FromRecording || Vocabulary.Formats.Contains(source.Format)
            ? $"recorded with the collections, {what}{Failed(source)}"
            : $"{files} ({PlainText.Clean(source.Format)}), {what}{missed}";
    }

    private static string Failed(RequestSourceDocument source) =>
        source.Failed is { } failed ? $"; {Quantities.Count(failed)} failed (status at least 500) since the process started" : "";

    private static string ShortTrace(string id) => PlainText.Clean(
        id.Length != TraceIdLength
            ? id
            : id.AsSpan().TrimStart('0').Length > TraceIdLength / 2 ? id[..(TraceIdLength / 2)] + "…" : id[(TraceIdLength / 2)..]);

    private static string Shortened(string name, int most = MostNameLength) =>
        PlainText.Clean(name.Length <= most ? name : name[..(most - 1)] + "…");

    private static string PValue(RequestsDocument requests) =>
        requests.PValue is { } p ? p.ToString("0.###", CultureInfo.InvariantCulture) : "unknown";

    private static string Place(HoleDocument hole) => (hole.After, hole.Before) switch
    {
        (null, null) => hole.Leaf ? $"in {hole.Span}" : $"in {hole.Span}, around its children",
        ({ } after, null) => $"{hole.Span}: after {after}",
        (null, { } before) => $"{hole.Span}: before {before}",
        ({ } after, { } before) => $"{hole.Span}: between {after} and {before}",
    };

    private static string Collections(IReadOnlyList<CollectionsInDocument> collections) =>
        collections.Count == 0
            ? "–"
            : string.Join(" ", collections.Select(row =>
                $"{PlainText.Clean(row.Generation ?? "gc")}:{row.Count}/{Cell.Duration(row.PausedMs)}"));

    /// <summary>On at most two lines of a width, the longest pauses first; the rest is counted.</summary>
    private static string Collections(IReadOnlyList<CollectionsInDocument> collections, int room)
    {
        if (Collections(collections) is var all && all.Length <= room) return all;
        var longest = collections.OrderByDescending(row => row.PausedMs.Nanoseconds).Select(row => Collections([row])).ToList();
        for (var shown = longest.Count; shown > 1; shown--)
        {
            var rest = longest.Count - shown;
            var lines = Fill([.. longest.Take(shown), .. rest > 0 ? (string[])[$"+{rest}"] : []], room);
            if (lines.Count <= 2) return string.Join('\n', lines);
        }

        var first = Fill([longest[0], .. longest.Count > 1 ? (string[])[$"+{longest.Count - 1}"] : []], room);
        return string.Join('\n', first);
    }

    /// <summary>Lines of whole values.</summary>
    private static List<string> Fill(IReadOnlyList<string> values, int room)
    {
        List<string> lines = [];
        foreach (var value in values)
        {
            if (lines.Count > 0 && lines[^1].Length + 1 + value.Length <= room) lines[^1] += " " + value;
            else lines.Add(value);
        }

        return lines;
    }

    private static string[] Row(string name, LatencyDocument of) =>
        Row(name, of.P50Ms, of.P90Ms, of.P99Ms, of.P999Ms, of.MaxMs, of.SlowPercent);

    private static string[] Row(
        string name, Milliseconds? p50, Milliseconds? p90, Milliseconds? p99, Milliseconds? p999, Milliseconds? max, double? slowPercent) =>
        [
            name, Cell.Duration(p50), Cell.Duration(p90), Cell.Duration(p99), Cell.Duration(p999), Cell.Duration(max),
            Cell.Percent(slowPercent)
        ];
}
