namespace Unpause.Requests.Attribution.Clocks;

/// <summary>A stretch of a recording in which the clocks run straight.</summary>
/// <param name="FromUnixNanoseconds">Where it begins, on the recording's clock.</param>
/// <param name="ToUnixNanoseconds">Where it ends.</param>
/// <param name="OffsetNanoseconds">Added to the recording's wall times at the anchor.</param>
/// <param name="DriftPartsPerMillion">How much faster the requests' clock runs.</param>
/// <param name="AnchorUnixNanoseconds">Where the offset is exact.</param>
/// <param name="Verified">Whether the data bear it out; else its pauses have no place among the requests.</param>
internal readonly record struct ClockStretch(
    long FromUnixNanoseconds, long ToUnixNanoseconds, long OffsetNanoseconds, double DriftPartsPerMillion,
    long AnchorUnixNanoseconds, bool Verified)
{
    /// <summary>The recording's wall time on the requests' clock.</summary>
    public long Map(long unixNanoseconds) =>
        unixNanoseconds + OffsetNanoseconds + (long)((unixNanoseconds - AnchorUnixNanoseconds) * DriftPartsPerMillion * 1e-6);

    /// <summary>The way back.</summary>
    public long Unmap(long requestsUnixNanoseconds)
    {
        var read = requestsUnixNanoseconds - OffsetNanoseconds;
        var drift = DriftPartsPerMillion * 1e-6;
        return read - (long)((read - AnchorUnixNanoseconds) * (drift / (1 + drift)));
    }
}
