namespace Unpause.Requests.Attribution.Clocks;

/// <summary>Whether the data confirm the places of the pauses among the requests.</summary>
public enum ClockState
{
    /// <summary>
    /// Too few pauses or requests to verify the clocks: they are used as they are, and the answer is a range over possible offsets.
    /// </summary>
    Untestable,

    /// <summary>Far fewer requests end inside pauses than at random, at the offset used and at no other.</summary>
    Verified,

    /// <summary>Requests end inside pauses as often as at random, and no offset that was tried fits: nothing can be judged.</summary>
    Contradicted,

    /// <summary>One clock stamped both: there is nothing to test.</summary>
    Shared,
}

/// <summary>How far the clocks may be off, and what a reader must know about them.</summary>
internal static class ClockFacts
{
    /// <summary>Two clocks on one machine, or on machines that keep NTP time in one data centre.</summary>
    public const long AssumedUncertainty = 10_000_000;

    /// <summary>How far pauses and requests may be off from each other by what their sources say.</summary>
    public static long ErrorBound(Clock clock, long resolutionNanoseconds) =>
        Math.Max(0, Math.Min(clock.UncertaintyNanoseconds ?? AssumedUncertainty, long.MaxValue / 4))
        + Math.Min(resolutionNanoseconds, long.MaxValue / 4);

    /// <summary>What must be known about the clocks of one process.</summary>
    public static IEnumerable<Explanation> Explain(Recording recording, ProcessAttribution facts)
    {
        var clock = facts.Clock;
        yield return new Explanation.ClocksAligned(clock);
        if (clock.Stamps is { } stamps && stamps.MustBeKnown(clock)) yield return new Explanation.StampsRead(stamps, clock);
        if (clock.State == ClockState.Contradicted) yield break;
        if (facts.PausesWithoutPlace > 0) yield return new Explanation.PausesUnplaced(facts.PausesWithoutPlace);
        if (facts.PausesBelowErrorBound > 0)
        {
            yield return new Explanation.PausesBelowClockError(
                facts.PausesBelowErrorBound, facts.NanosecondsBelowErrorBound, clock.ErrorBoundNanoseconds, All: facts.Pauses == 0);
        }

        if (AssistSummary.Compute(recording) is { Collections: > 0 } assists)
        {
            yield return new Explanation.MarkAssists(
                assists.TotalNanoseconds, assists.MaxNanoseconds, assists.IsWhole, recording.Requests?.Times is not null);
        }

        if (GcIntervals.StopsForCollections(recording) > 0) yield return new Explanation.StopsCounted();
    }
}
