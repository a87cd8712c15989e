using Unpause.Reports.Documents;

namespace Unpause.Reports.Work;

/// <summary>What the time of requests went into, as text and tables.</summary>
internal static class RequestTimeTables
{
    /// <summary>Rows of the longest requests for people; the document has more.</summary>
    private const int MostRows = 5;

    /// <summary>Less than this share of the time is left out of a line.</summary>
    private const double LeastPercent = 1;

    private static readonly (string Name, Func<TimePartsDocument, Milliseconds> Of)[] Parts =
    [
        ("stopped with the world", parts => parts.StoppedMs),
        ("mark assists", parts => parts.AssistMs),
        ("waiting for assist credit", parts => parts.AssistWaitMs),
        ("sweeping", parts => parts.SweepMs),
        ("waiting for a processor", parts => parts.SchedWaitMs),
        ("waiting for others", parts => parts.BlockedMs),
        ("calls of the kernel", parts => parts.SyscallMs),
        ("running", parts => parts.RunningMs),
    ];

    /// <summary>How long requests took, and what the slowest hundredth's time went into; nothing where it isn't told.</summary>
    public static IEnumerable<string> Lines(ProcessDocument process)
    {
        if (process.RequestTime is not { } time) yield break;
        yield return $"{Quantities.Count(time.Requests, "request")} in its goroutines: p50 {Cell.Duration(time.P50Ms)}, p99 "
            + $"{Cell.Duration(time.P99Ms)}, longest {Cell.Duration(time.MaxMs)}; the collector took {Of(time.All)} of their time";
        var parts = Parts.Select(part => (part.Name, Percent: Share(part.Of(time.Slowest), time.Slowest)))
            .Where(part => part.Percent >= LeastPercent)
            .OrderByDescending(part => part.Percent)
            .Select(part => $"{part.Name} {Quantities.Percent(part.Percent)}");
        var slowest = time.Slowest.Requests == 1 ? "the slowest one's" : $"the slowest {Quantities.Count(time.Slowest.Requests)}'s";
        yield return $"of {slowest} time: {string.Join(", ", parts)}";
    }

    /// <summary>All parts, of all requests and of the slowest hundredth.</summary>
    public static TextTable Table(ProcessDocument process) => process.RequestTime is not { } time ? new([], []) : new(
        ["requests' time", $"all {Quantities.Count(time.Requests)}", "share", "slowest "
            + $"{Quantities.Count(time.Slowest.Requests)}", "share"],
        [.. Parts.Select(part => (string[])
        [
            part.Name,
            Cell.Duration(part.Of(time.All)), Quantities.Percent(Share(part.Of(time.All), time.All)),
            Cell.Duration(part.Of(time.Slowest)), Quantities.Percent(Share(part.Of(time.Slowest), time.Slowest)),
        ])]);

    /// <summary>The longest requests, with what the collector took of each.</summary>
    public static TextTable Longest(ProcessDocument process) => process.RequestTime is not { } time ? new([], []) : new(
        ["longest requests", "at", "took", "stopped", "assists", "waiting for credit", "for a processor"],
        [.. time.Longest.Take(MostRows).Select(request => (string[])
        [
            PlainText.Clean(request.Name), Cell.Duration(request.StartMs), Cell.Duration(request.Parts.TotalMs),
            Cell.Duration(request.Parts.StoppedMs), Cell.Duration(request.Parts.AssistMs),
            Cell.Duration(request.Parts.AssistWaitMs), Cell.Duration(request.Parts.SchedWaitMs),
        ])]);

    private static string Of(TimePartsDocument parts) => Cell.Percent(parts.CollectorPercent);

    private static double Share(Milliseconds part, TimePartsDocument parts) =>
        parts.TotalMs.Nanoseconds > 0 ? 100.0 * part.Nanoseconds / parts.TotalMs.Nanoseconds : 0;
}
