namespace Unpause.Reports.Work;

/// <summary>The breakdown of request time, as text and tables.</summary>
internal static class RequestTimeTables
{
    /// <summary>Most rows of the longest requests; the document has more.</summary>
    private const int MostRows = 5;

    /// <summary>Parts below this share are left out of a line.</summary>
    private const double LeastPercent = 1;

    private static readonly (string Name, Func<TimePartsDocument, Milliseconds> Of)[] Parts =
    [
        ("stop-the-world pauses", parts => parts.StoppedMs),
        ("mark assists", parts => parts.AssistMs),
        ("waiting for assist credit", parts => parts.AssistWaitMs),
        ("sweeping", parts => parts.SweepMs),
        ("waiting for a CPU", parts => parts.SchedWaitMs),
        ("blocked", parts => parts.BlockedMs),
        ("system calls", parts => parts.SyscallMs),
        ("running", parts => parts.RunningMs),
    ];

    /// <summary>Latency of requests, and the breakdown of the slowest 1 %; no lines where it is not recorded.</summary>
    public static IEnumerable<string> Lines(ProcessDocument process)
    {
        if (process.RequestTime is not { } time) yield break;
        yield return $"{Quantities.Count(time.Requests, "request")}, measured in their goroutines: p50 {Cell.Duration(time.P50Ms)}, "
            + $"p99 {Cell.Duration(time.P99Ms)}, longest {Cell.Duration(time.MaxMs)}; "
            + $"GC took {FormatCollectorShare(time.All)} of their time";
        var parts = Parts.Select(part => (part.Name, Percent: Share(part.Of(time.Slowest), time.Slowest)))
            .Where(part => part.Percent >= LeastPercent)
            .OrderByDescending(part => part.Percent)
            .Select(part => $"{part.Name} {Quantities.Percent(part.Percent)}");
        var slowest = time.Slowest.Requests == 1 ? "slowest request" : $"slowest {Quantities.Count(time.Slowest.Requests)} requests";
        yield return $"time of the {slowest}: {string.Join(", ", parts)}";
    }

    /// <summary>The breakdown of all requests and of the slowest 1 %.</summary>
    public static TextTable Table(ProcessDocument process) => process.RequestTime is not { } time ? new([], []) : new(
        ["request time", $"all {Quantities.Count(time.Requests)}", "share", "slowest "
            + $"{Quantities.Count(time.Slowest.Requests)}", "share"],
        [.. Parts.Select(part => (string[])
        [
            part.Name,
            Cell.Duration(part.Of(time.All)), Quantities.Percent(Share(part.Of(time.All), time.All)),
            Cell.Duration(part.Of(time.Slowest)), Quantities.Percent(Share(part.Of(time.Slowest), time.Slowest)),
        ])]);

    /// <summary>The longest requests, with the GC time in each.</summary>
    public static TextTable Longest(ProcessDocument process) => process.RequestTime is not { } time ? new([], []) : new(
        ["longest requests", "at", "took", "paused", "mark assists", "waiting for assist credit", "waiting for a CPU"],
        [.. time.Longest.Take(MostRows).Select(request => (string[])
        [
            PlainText.Clean(request.Name), Cell.Duration(request.StartMs), Cell.Duration(request.Parts.TotalMs),
            Cell.Duration(request.Parts.StoppedMs), Cell.Duration(request.Parts.AssistMs),
            Cell.Duration(request.Parts.AssistWaitMs), Cell.Duration(request.Parts.SchedWaitMs),
        ])]);

    private static string FormatCollectorShare(TimePartsDocument parts) => Cell.Percent(parts.CollectorPercent);

    private static double Share(Milliseconds part, TimePartsDocument parts) =>
        parts.TotalMs.Nanoseconds > 0 ? 100.0 * part.Nanoseconds / parts.TotalMs.Nanoseconds : 0;
}
