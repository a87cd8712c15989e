namespace Unpause.Requests.Attribution;

/// <summary>One of the longest requests with the collections in it; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Request">Index into that set's requests.</param>
/// <param name="Recording">Index of the recording of its process.</param>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="StartUnixNanoseconds">Arrival.</param>
/// <param name="DurationNanoseconds">Latency as measured.</param>
/// <param name="StoppedNanoseconds">Of it, inside pauses that could be placed.</param>
/// <param name="QueuedNanoseconds">Of it, waiting behind what earlier pauses had delayed, beyond the pauses inside it.</param>
/// <param name="WithoutGcNanoseconds">Latency without pauses, backlog-aware.</param>
/// <param name="Collections">Collections whose pauses meet it, by generation, however short.</param>
internal sealed record WorstRequest(
    int Set,
    int Request,
    int Recording,
    string? Name,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    long StoppedNanoseconds,
    long QueuedNanoseconds,
    long WithoutGcNanoseconds,
    IReadOnlyList<CollectionsInRequest> Collections)
{
    /// <summary>Its trace, 32 hexadecimal digits; null when the source is no trace.</summary>
    public string? TraceId { get; init; }
}
