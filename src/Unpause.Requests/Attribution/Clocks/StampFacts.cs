namespace Unpause.Requests.Attribution.Clocks;

/// <summary>Whether timestamps were taken as the starts or the ends of requests.</summary>
/// <param name="Reading">What the data show.</param>
/// <param name="ReadAs">What the source was read as.</param>
/// <param name="Said">Whether the source specifies it.</param>
/// <param name="NotTaken">The clocks by the reading that was not taken.</param>
internal sealed record StampFacts(StampReading Reading, StampMeaning ReadAs, bool Said, ClockAlignment NotTaken)
{
    /// <summary>The meaning that is used.</summary>
    public StampMeaning Taken => (ReadAs == StampMeaning.Start) == (Reading == StampReading.Other) ? StampMeaning.End : StampMeaning.Start;

    /// <summary>Whether a reader of the numbers must know it.</summary>
    /// <param name="clock">The clocks by the reading that was taken.</param>
    public bool MustBeKnown(ClockAlignment clock) => Reading switch
    {
        StampReading.Other or StampReading.Both => true,
        StampReading.AsRead => !Said,
        StampReading.Untold => clock.State == ClockState.Untestable,
        _ => false,
    };
}
