using Unpause.Requests.Attribution.Paths;

namespace Unpause.Reports.Composition;

/// <summary>Writes critical paths across services into the document.</summary>
internal static class CriticalPathComposer
{
    /// <summary>One for each service that traces begin in.</summary>
    public static IReadOnlyList<CriticalPathDocument> Compose(IReadOnlyList<PathSummary> paths) => [.. paths.Select(Compose)];

    private static CriticalPathDocument Compose(PathSummary path) => new()
    {
        Service = path.Service,
        Traces = path.Traces,
        DurationMs = new(path.TotalNanoseconds),
        Slow = path.Slow,
        SlowDurationMs = new(path.SlowNanoseconds),
        Services =
        [
            .. path.Parts.Select(part => new PathServiceDocument
            {
                Service = part.Service,
                Process = part.Recording,
                OnPathMs = new(part.OnPathNanoseconds),
                PausedMs = Milliseconds.FromNanoseconds(part.PausedNanoseconds),
                SlowOnPathMs = new(part.SlowOnPathNanoseconds),
                SlowPausedMs = Milliseconds.FromNanoseconds(part.SlowPausedNanoseconds),
                SlowBecauseOfPauses = part.SlowWithout,
            }),
        ],
    };
}
