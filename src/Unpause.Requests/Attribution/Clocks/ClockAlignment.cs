namespace Unpause.Requests.Attribution.Clocks;

/// <summary>How the recording's clock was aligned with the requests' clock; times in nanoseconds.</summary>
/// <param name="Applied">Whether the data itself fixed the clock: an offset was found, or zero was confirmed.</param>
/// <param name="OffsetNanoseconds">Added to the recording's wall times at
/// <paramref name="AnchorUnixNanoseconds"/>; 0 when not applied.</param>
/// <param name="DriftPartsPerMillion">How much faster the requests' clock runs; 0 when none was found.</param>
/// <param name="AnchorUnixNanoseconds">Where the offset is exact; drift grows with the distance from it.</param>
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
    /// <summary>Whether the data bear the clocks out.</summary>
    public ClockState State { get; init; }

    /// <summary>The lowest that the offset may be, from the one used, in nanoseconds; not above 0.</summary>
    public long PossibleLow { get; init; }

    /// <summary>The highest that it may be, from the one used; not below 0.</summary>
    public long PossibleHigh { get; init; }

    /// <summary>Where the clocks are untestable or contradicted, the offset that fits best; 0 when as read.</summary>
    public long OtherOffset { get; init; }

    /// <summary>How much later requests must be to start and end with the recording, where no other evidence exists; else null.</summary>
    public long? LikelyZone { get; init; }

    /// <summary>How the stamps of requests were taken; null when there was nothing to ask.</summary>
    internal StampFacts? Stamps { get; init; }

    /// <summary>Stretches with clocks of their own, in order; none when one offset and drift fit all.</summary>
    public IReadOnlyList<ClockStretch> Stretches { get; init; } = [];

    /// <summary>Whether requests and pauses were recorded on one clock, so that there was nothing to align.</summary>
    public bool Shared => State == ClockState.Shared;

    /// <summary>Whether the places of pauses among requests are certain: by the data, or because one clock recorded both.</summary>
    internal bool Borne => State is ClockState.Shared or ClockState.Verified;

    /// <summary>Whether the recording's clock is not taken as read.</summary>
    public bool Corrected => OffsetNanoseconds != 0 || DriftPartsPerMillion != 0 || Stretches.Count > 0;

    /// <summary>One clock for both: nothing is off.</summary>
    internal static ClockAlignment OneClock { get; } = AsRead(0) with { State = ClockState.Shared };

    /// <summary>The clocks as they are.</summary>
    public static ClockAlignment AsRead(long errorBoundNanoseconds) => new(false, 0, 0, 0, errorBoundNanoseconds, 0, 0, 0)
    {
        PossibleLow = -errorBoundNanoseconds,
        PossibleHigh = errorBoundNanoseconds,
    };

    /// <summary>The same with every pause later by so much.</summary>
    internal ClockAlignment Moved(long nanoseconds)
    {
        var moved = new ClockStretch[Stretches.Count];
        for (var i = 0; i < moved.Length; i++)
        {
            moved[i] = Stretches[i] with { OffsetNanoseconds = Stretches[i].OffsetNanoseconds + nanoseconds };
        }

        return this with { OffsetNanoseconds = OffsetNanoseconds + nanoseconds, Stretches = moved };
    }

    /// <summary>The recording's wall time on the requests' clock.</summary>
    public long Map(long unixNanoseconds) => At(unixNanoseconds).Map(unixNanoseconds);

    /// <summary>The way back: a time on the requests' clock as the recording's wall time.</summary>
    public long Unmap(long requestsUnixNanoseconds) => AtRequest(requestsUnixNanoseconds).Unmap(requestsUnixNanoseconds);

    /// <summary>Whether pauses have a place among the requests of that time.</summary>
    internal bool Covers(long requestsUnixNanoseconds) => AtRequest(requestsUnixNanoseconds).Verified;

    /// <summary>Whether a pause that begins then has a place among the requests.</summary>
    public bool Places(long unixNanoseconds) => State != ClockState.Contradicted && At(unixNanoseconds).Verified;

    private ClockStretch AtRequest(long requestsUnixNanoseconds)
    {
        for (var i = 0; i + 1 < Stretches.Count; i++)
        {
            // Where a clock steps, stretches overlap or leave a gap: the border is in its middle.
            var (one, next) = (Stretches[i], Stretches[i + 1]);
            var border = (one.Map(one.ToUnixNanoseconds) / 2) + (next.Map(next.FromUnixNanoseconds) / 2);
            if (requestsUnixNanoseconds < border) return one;
        }

        return At(long.MaxValue);
    }

    private ClockStretch At(long unixNanoseconds)
    {
        for (var i = 0; i < Stretches.Count; i++)
        {
            if (unixNanoseconds < Stretches[i].ToUnixNanoseconds || i == Stretches.Count - 1) return Stretches[i];
        }

        return new ClockStretch(
            long.MinValue, long.MaxValue, OffsetNanoseconds, DriftPartsPerMillion, AnchorUnixNanoseconds, Verified: true);
    }
}

/// <summary>A stretch of a recording in which the clocks run straight.</summary>
/// <param name="FromUnixNanoseconds">Where it begins, on the recording's clock.</param>
/// <param name="OffsetNanoseconds">Added to the recording's wall times at the anchor.</param>
/// <param name="DriftPartsPerMillion">How much faster the requests' clock runs.</param>
/// <param name="AnchorUnixNanoseconds">Where the offset is exact.</param>
/// <param name="Verified">Whether the data bear it out; else its pauses have no place among the requests.</param>
public readonly record struct ClockStretch(
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
