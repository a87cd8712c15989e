namespace Unpause.Reports;

/// <summary>Critical paths across services as text, shared by the terminal and Markdown.</summary>
internal static class PathTables
{
    /// <summary>Services that traces begin in, and services on their paths, that are shown; the JSON has more.</summary>
    private const int MostPaths = 3, MostServices = 6;

    /// <summary>What the collectors of services on the path took of each service's traces, a sentence each.</summary>
    public static IEnumerable<string> Sentences(RequestsDocument requests)
    {
        foreach (var path in Shown(requests))
        {
            if (path.Services.FirstOrDefault(service => service.PausedMs is { Nanoseconds: > 0 }) is not { } worst) continue;
            var own = worst.Service == path.Service ? "its own GC" : $"GC of {Name(worst.Service)}";
            var slow = worst.SlowBecauseOfPauses is > 0 and var cured
                ? $"; {Quantities.Count(cured)} of its {Quantities.Count(path.Slow)} slow traces would not be slow without it"
                : "";
            yield return $"across services: {own} takes at least {Share(worst.PausedMs, path.DurationMs)} of the time of "
                + $"{Name(path.Service)}'s {Quantities.Count(path.Traces, "trace")} ({Cell.Duration(worst.PausedMs)} of "
                + $"{Cell.Duration(path.DurationMs)} on the critical path){slow}";
        }
    }

    /// <summary>Where the time of each service's traces went.</summary>
    public static IEnumerable<TextTable> Tables(RequestsDocument requests) => Shown(requests).Select(path => new TextTable(
        [$"critical path of {Name(path.Service)}", "time", "in pauses", "slow: time", "in pauses", "slow because of them"],
        [
            .. path.Services.Take(MostServices).Select(service => (string[])
            [
                Name(service.Service) + (service.PausedMs is null ? " (not recorded)" : ""),
                Share(service.OnPathMs, path.DurationMs),
                Share(service.PausedMs, path.DurationMs),
                Share(service.SlowOnPathMs, path.SlowDurationMs),
                Share(service.SlowPausedMs, path.SlowDurationMs),
                service.SlowBecauseOfPauses is { } cured ? Quantities.Count(cured) : "–",
            ]),
        ]));

    private static IEnumerable<CriticalPathDocument> Shown(RequestsDocument requests) => (requests.CriticalPaths ?? []).Take(MostPaths);

    private static string Name(string? service) => PlainText.Clean(service ?? "an unnamed service");

    private static string Share(Milliseconds? part, Milliseconds whole) =>
        part is { } known && whole.Nanoseconds > 0 ? Quantities.Percent(100.0 * known.Nanoseconds / whole.Nanoseconds) : "–";
}
