namespace Unpause.Recorder.Load;

/// <summary>What came of a load.</summary>
/// <param name="Requests">Those behind the warm-up that were answered or given up, in the order of their moments.</param>
/// <param name="StartedUnixNanoseconds">When the first arrival could have been.</param>
/// <param name="Failed">Requests behind the warm-up that got no answer, or one of 400 and above.</param>
/// <param name="Dropped">Arrivals behind the warm-up for which no connection was free.</param>
/// <param name="FirstFailure">What the first failure was; null when there was none.</param>
/// <param name="LateNanoseconds">
/// By how much we ourselves were late to send, at most, in 99 of 100 requests: much of it says that this machine was busy.
/// </param>
public sealed record LoadOutcome(
    IReadOnlyList<LoadedRequest> Requests, long StartedUnixNanoseconds, long Failed, long Dropped, string? FirstFailure,
    long LateNanoseconds)
{
    /// <summary>Arrivals behind the warm-up.</summary>
    public long Arrivals => Requests.Count + Dropped + RefusedCount;

    /// <summary>Failed requests that have no latency to tell: they were refused, or broke off.</summary>
    public long RefusedCount { get; init; }
}
