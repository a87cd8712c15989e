namespace Unpause.Recorder.Load;

/// <summary>Result of a load.</summary>
/// <param name="Requests">Requests after the warm-up that were served or timed out, by arrival.</param>
/// <param name="StartedUnixNanoseconds">Earliest possible arrival.</param>
/// <param name="Failed">Requests after the warm-up without a response, or with a status of at least 400.</param>
/// <param name="Dropped">Arrivals after the warm-up for which no connection was available.</param>
/// <param name="FirstFailure">Reason of the first failure; null when there was none.</param>
/// <param name="LateNanoseconds">
/// 99th percentile of the delay with which the load generator sent requests. A large value means that this machine was busy.
/// </param>
public sealed record LoadOutcome(
    IReadOnlyList<LoadedRequest> Requests, long StartedUnixNanoseconds, long Failed, long Dropped, string? FirstFailure,
    long LateNanoseconds)
{
    /// <summary>Arrivals after the warm-up.</summary>
    public long Arrivals => Requests.Count + Dropped + Unanswered;

    /// <summary>Failed requests that are not in <c>Requests</c>: refused, aborted, or answered with a status of at least 400.</summary>
    public long Unanswered { get; init; }
}
