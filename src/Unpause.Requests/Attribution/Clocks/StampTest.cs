namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// Which end of requests their stamps are of. With the right reading (almost) no request ends inside a pause, and those
/// in flight pile up in it; with the wrong one, stamp and duration fall anywhere, or the requests miss the pauses.
/// </summary>
internal static class StampTest
{
    private const int MostRequests = 50_000;
    private const double ClearlyMore = 1.5;

    /// <summary>By how many durations the requests of a set would be later if stamps were of their other end.</summary>
    public static int Direction(RequestSet set) => set.StampsReadAs switch
    {
        TimestampMeaning.Start => -1,
        TimestampMeaning.End => 1,
        _ => 0,
    };

    /// <summary>Chooses between the two readings.</summary>
    /// <param name="read">As the source is read.</param>
    /// <param name="pauses">On the recording's clock.</param>
    /// <param name="said">Whether the source says what its stamps are of; then the data must contradict it clearly.</param>
    public static StampReading Choose(
        (RequestArray Requests, ClockAlignment Clock) read, (RequestArray Requests, ClockAlignment Clock) other, PauseTimeline pauses,
        bool said)
    {
        var (one, two) = (read.Clock, other.Clock);
        if (two.State != ClockState.Verified) return one.State == ClockState.Verified ? StampReading.AsRead : StampReading.Unreported;
        if (one.State != ClockState.Verified)
        {
            if (one.State == ClockState.Contradicted) return StampReading.Other;
            return said ? StampReading.AsRead : InFlight(other, pauses) >= 1 ? StampReading.Other : StampReading.Unreported;
        }

        var (first, second) = (InFlight(read, pauses), InFlight(other, pauses));
        if (Fewer(one, two) && first * ClearlyMore >= second) return StampReading.AsRead;
        if (Fewer(two, one) && second * ClearlyMore >= first) return said ? StampReading.AsRead : StampReading.Other;
        if (first > ClearlyMore * second && !Fewer(two, one)) return StampReading.AsRead;
        if (second > ClearlyMore * first) return said ? StampReading.AsRead : StampReading.Other;
        return said ? StampReading.AsRead : StampReading.Both;
    }

    /// <summary>Whether clearly fewer requests end inside pauses.</summary>
    private static bool Fewer(ClockAlignment one, ClockAlignment other) =>
        one.CompletionsInPausesAligned + 3 + (3 * Math.Sqrt(one.CompletionsInPausesAligned)) < other.CompletionsInPausesAligned;

    /// <summary>How many times more requests are in flight in a pause than at any time.</summary>
    private static double InFlight((RequestArray Requests, ClockAlignment Clock) reading, PauseTimeline pauses)
    {
        var (starts, lengths) = (new long[pauses.Count], new long[pauses.Count]);
        for (var i = 0; i < starts.Length; i++)
        {
            (starts[i], lengths[i]) = (reading.Clock.Map(pauses.Start(i)), pauses.End(i) - pauses.Start(i));
        }

        var placed = PauseTimeline.Merge(starts, lengths);
        var requests = reading.Requests;
        var every = 1 + (requests.Count / MostRequests);
        double stopped = 0, all = 0;
        for (var i = 0; i < requests.Count; i += every)
        {
            stopped += placed.Stopped(requests.Starts[i], requests.Starts[i] + requests.Durations[i]);
            all += requests.Durations[i];
        }

        var span = (double)requests.Starts[^1] - requests.Starts[0];
        return all <= 0 || placed.TotalNanoseconds == 0 ? 1 : stopped / placed.TotalNanoseconds / (all / Math.Max(1, span));
    }
}

/// <summary>What the data say of the stamps of requests.</summary>
public enum StampReading
{
    /// <summary>There was nothing to ask: the source stamps both ends.</summary>
    Known,

    /// <summary>The reading as taken fits.</summary>
    AsRead,

    /// <summary>Only the other reading fits.</summary>
    Other,

    /// <summary>Both fit about as well.</summary>
    Both,

    /// <summary>Neither is beyond chance.</summary>
    Unreported,
}

/// <summary>Whether timestamps were taken as the starts or the ends of requests.</summary>
/// <param name="Reading">What the data show.</param>
/// <param name="ReadAs">What the source was read as.</param>
/// <param name="Said">Whether the source specifies it.</param>
/// <param name="NotTaken">The clocks by the reading that was not taken.</param>
public sealed record StampFacts(StampReading Reading, TimestampMeaning ReadAs, bool Said, ClockAlignment NotTaken)
{
    /// <summary>The meaning that is used.</summary>
    public TimestampMeaning Taken =>
        (ReadAs == TimestampMeaning.Start) == (Reading == StampReading.Other) ? TimestampMeaning.End : TimestampMeaning.Start;

    /// <summary>Whether a reader of the numbers must know it.</summary>
    /// <param name="clock">The clocks by the reading that was taken.</param>
    public bool MustBeKnown(ClockAlignment clock) => Reading switch
    {
        StampReading.Other or StampReading.Both => true,
        StampReading.AsRead => !Said,
        StampReading.Unreported => clock.State == ClockState.Untestable,
        _ => false,
    };
}
