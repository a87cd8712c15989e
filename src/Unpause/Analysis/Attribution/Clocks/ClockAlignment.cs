namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>How the recording's clock was laid over the requests' clock; times in nanoseconds.</summary>
/// <param name="Applied">Whether the data itself fixed the clock: an offset was found, or zero was confirmed.</param>
/// <param name="OffsetNanoseconds">Added to the recording's wall times at
/// <paramref name="AnchorUnixNanoseconds"/>; 0 when not applied.</param>
/// <param name="DriftPartsPerMillion">How much faster the requests' clock runs; 0 when none was found.</param>
/// <param name="AnchorUnixNanoseconds">Where the offset holds exactly; drift grows with the distance from it.</param>
/// <param name="ErrorBoundNanoseconds">How far pauses may still be off, either way: nothing shorter is attributed.</param>
/// <param name="CompletionsInPauses">Requests that ended inside a pause with the clocks as read:
/// impossible while threads are stopped.</param>
/// <param name="CompletionsInPausesAligned">The same with the offset (of the best one tried, even if not applied).</param>
/// <param name="CompletionsByChance">The same at a typical wrong offset.</param>
public sealed record ClockAlignment(
    bool Applied,
    long OffsetNanoseconds,
    double DriftPartsPerMillion,
    long AnchorUnixNanoseconds,
    long ErrorBoundNanoseconds,
    long CompletionsInPauses,
    long CompletionsInPausesAligned,
    long CompletionsByChance)
{
    /// <summary>Whether requests and pauses were recorded on one clock, so that there was nothing to lay over.</summary>
    internal bool Shared { get; init; }

    /// <summary>One clock for both: nothing is off.</summary>
    internal static ClockAlignment OneClock { get; } = AsRead(0) with { Shared = true };

    /// <summary>The clocks as they are.</summary>
    internal static ClockAlignment AsRead(long errorBoundNanoseconds) => new(false, 0, 0, 0, errorBoundNanoseconds, 0, 0, 0);

    /// <summary>The recording's wall time on the requests' clock.</summary>
    internal long Map(long unixNanoseconds) =>
        unixNanoseconds + OffsetNanoseconds + (long)((unixNanoseconds - AnchorUnixNanoseconds) * DriftPartsPerMillion * 1e-6);

    /// <summary>The way back: a time on the requests' clock as the recording's wall time.</summary>
    internal long Unmap(long requestsUnixNanoseconds)
    {
        var read = requestsUnixNanoseconds - OffsetNanoseconds;
        var drift = DriftPartsPerMillion * 1e-6;
        return read - (long)((read - AnchorUnixNanoseconds) * (drift / (1 + drift)));
    }
}
