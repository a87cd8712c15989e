using Unpause.Analysis.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>The attribution in one sentence.</summary>
internal static class RequestVerdict
{
    // A range narrower than this share of the slow requests is one number for people.
    private const double NarrowShare = 0.05;

    // Where the fewest are less than this share of the most, "at most" says it all.
    private const double HardlyAny = 0.1;

    // From one slow request in ten on it would be wrong to say that the collector has nothing to do with it.
    private const int MattersShare = 10;

    /// <summary>The sentence.</summary>
    public static string Of(RequestAttribution attribution)
    {
        var slow = $"{Quantities.Count(attribution.Measured.Slow)} of {Quantities.Count(attribution.Count)} requests took longer than "
            + Quantities.Duration(attribution.SlowThresholdNanoseconds);
        return attribution switch
        {
            { Outcome: AttributionOutcome.NotEnoughEvidence, Count: 0, Excluded: > 0 } =>
                $"No request could be judged: {Quantities.Count(attribution.Excluded)} are left out.",
            { Outcome: AttributionOutcome.NotEnoughEvidence } => $"{slow}; whether the collector is to blame was not judged.",
            { Outcome: AttributionOutcome.NotSignificant } => $"{slow}; {Undecided(attribution)}{AtTheDoor(attribution)}",
            _ => $"{slow}; {Blamed(attribution)}{AtTheDoor(attribution)}",
        };
    }

    private static string Undecided(RequestAttribution attribution)
    {
        var most = attribution.SlowBecauseOfGcHigh ?? 0;
        return most * MattersShare >= attribution.Measured.Slow
            ? $"how many of them because of the collector can't be told: without its pauses {Quantities.Count(most)} would not have been "
              + "slow, but pauses meet slow requests no more often than chance would have it."
            : $"pauses meet them no more often than chance would have it: at most {Quantities.Count(most)} of them because of the "
              + "collector.";
    }

    private static string Blamed(RequestAttribution attribution)
    {
        var (best, others) = (attribution.SlowBecauseOfGc ?? 0, attribution.NotExplained ?? 0);
        var (low, high) = (attribution.SlowBecauseOfGcLow ?? best, attribution.SlowBecauseOfGcHigh ?? best);
        if (high == 0) return None(attribution);
        if (low == high || high - low < NarrowShare * attribution.Measured.Slow)
        {
            return best == 0
                ? $"at most {Quantities.Count(high)} of them because of the collector."
                : $"{Quantities.Count(best)} of them because of the collector ({Quantities.Percent(attribution.ExplainedPercent ?? 0)}), "
                + $"{Quantities.Count(others)} for other reasons.";
        }

        return low < HardlyAny * high
            ? $"at most {Quantities.Count(high)} of them because of the collector."
            : $"between {Quantities.Count(low)} and {Quantities.Count(high)} of them because of the collector.";
    }

    /// <summary>A server that takes requests on after a stop has no times in which the stop could be.</summary>
    private static string None(RequestAttribution attribution)
    {
        if (attribution.AcceptQueue is not null) return "by the server's own times the collector made none of them slow.";
        var matters = 2 * attribution.LongestStopNanoseconds > attribution.SlowThresholdNanoseconds;
        if (!attribution.DoorUnseen || !matters) return "none of them because of the collector.";
        var stop = Quantities.Duration(attribution.LongestStopNanoseconds);
        return attribution.ServerSide
            ? $"by the server's own times the collector made none of them slow, but those begin after a stop (of up to {stop}): what "
              + "clients waited before is not in them."
            : "by these times the collector made none of them slow. If they are the server's own, they begin after a stop (of up to "
              + $"{stop}), and what clients waited before is not in them.";
    }

    private static string AtTheDoor(RequestAttribution attribution) => attribution.AcceptQueue is { Count: > 0 } held
        ? $" {Quantities.Count(held.Count)} more came while the program was stopped, and their waiting is not in these times."
        : "";
}
