namespace Unpause.Requests.Attribution.Clocks;

/// <summary>All requests of a process, with what is known of their stamps.</summary>
/// <param name="Requests">As read.</param>
/// <param name="OneClock">Whether they are in the recording itself.</param>
/// <param name="Resolution">How exactly they are stamped, in nanoseconds.</param>
/// <param name="Stamp">What the sources say that stamps are of.</param>
/// <param name="ReadAs">What they are taken for.</param>
/// <param name="Ways">Whether they may be a client's times, so that a way to the process and back is in them.</param>
/// <param name="OtherStamps">The same requests with the stamps taken for their other end.</param>
internal sealed record StampedRequests(
    RequestArray Requests, bool OneClock, long Resolution, TimestampMeaning Stamp, TimestampMeaning ReadAs, bool Ways,
    Func<RequestArray> OtherStamps)
{
    private const int SampledLatencies = 20_000;
    private const int ShortestPerCent = 1;

    /// <summary>Takes a recording's requests.</summary>
    public static StampedRequests Take(RequestSelection selection, int recording, IReadOnlyList<RequestSet> sets, long resolution)
    {
        var (stamp, readAs) = (TimestampMeaning.Both, TimestampMeaning.Both);
        foreach (var set in sets)
        {
            if (StampTest.Direction(set) == 0 || set.Requests.Count == 0) continue;
            // A single source that does not say it makes the question worth asking.
            if (stamp != TimestampMeaning.Unknown) (stamp, readAs) = (set.Stamp, set.StampsReadAs);
        }

        return new StampedRequests(
            selection.Take(recording), sets.All(set => set.RecordedBy is not null), resolution, stamp, readAs,
            sets.Any(set => set.RecordedBy is null && !SpanFormats.Contains(set.Format)),
            () => selection.Take(recording, otherStamps: true));
    }

    /// <summary>Lays the clocks over each other, by the reading of the stamps that fits.</summary>
    /// <param name="pauses">On the recording's clock as read.</param>
    /// <param name="errorBound">How far clocks may be off by what the sources say.</param>
    public (ClockAlignment Clock, RequestArray Requests) Align(PauseTimeline pauses, long errorBound)
    {
        if (OneClock) return (ClockAlignment.OneClock, Requests);
        var clock = ClockAligner.Align(Requests, pauses, errorBound, Resolution);
        if (Stamp == TimestampMeaning.Both || (Stamp != TimestampMeaning.Unknown && clock.State != ClockState.Contradicted))
        {
            return (WithWay(clock, Requests), Requests);
        }

        var others = OtherStamps();
        var other = ClockAligner.Align(others, pauses, errorBound, Resolution);
        var reading = StampTest.Choose((Requests, clock), (others, other), pauses, Stamp != TimestampMeaning.Unknown);
        var facts = new StampFacts(reading, ReadAs, Stamp != TimestampMeaning.Unknown, reading == StampReading.Other ? clock : other);
        return reading == StampReading.Other
            ? (WithWay(other with { Stamps = facts }, others), others)
            : (WithWay(clock with { Stamps = facts }, Requests), Requests);
    }

    /// <summary>
    /// Requests end later for a client than for the server, by the way back, and pauses were laid by their ends: the
    /// clocks may be lower by up to one round trip, which is no longer than the shortest requests.
    /// </summary>
    private ClockAlignment WithWay(ClockAlignment clock, RequestArray requests)
    {
        if (clock.State == ClockState.Untestable)
        {
            // What a source says of its clock is how exactly it reads it, not how well it is set.
            var assumed = Math.Max(ClockFacts.AssumedUncertainty, clock.ErrorBoundNanoseconds);
            clock = clock with { PossibleLow = -assumed, PossibleHigh = assumed };
        }

        if (!Ways || clock.State != ClockState.Verified) return clock;
        var latencies = new long[Math.Min(SampledLatencies, requests.Count)];
        for (var i = 0; i < latencies.Length; i++) latencies[i] = requests.Durations[(int)((long)i * requests.Count / latencies.Length)];
        latencies.AsSpan().Sort();
        return clock with { PossibleLow = clock.PossibleLow - latencies[latencies.Length * ShortestPerCent / 100] };
    }
}
