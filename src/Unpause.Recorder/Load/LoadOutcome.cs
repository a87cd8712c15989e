namespace Unpause.Recorder.Load;

/// <summary>What came of a load.</summary>
/// <param name="Requests">Those behind the warm-up that were served, or given up after the longest time, by their moments.</param>
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
    public long Arrivals => Requests.Count + Dropped + Unanswered;

    /// <summary>Failed requests that are not among the others: they were refused, broke off, or got an answer of 400 and above.</summary>
    public long Unanswered { get; init; }
}
