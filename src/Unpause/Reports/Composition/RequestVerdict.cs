using Unpause.Analysis.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>The attribution in one sentence.</summary>
internal static class RequestVerdict
{
    // From one slow request in ten on it would be wrong to say that the collector has nothing to do with it.
    private const int MattersShare = 10;

    /// <summary>The sentence.</summary>
    public static string Of(RequestAttribution attribution)
    {
        var slow = $"{Quantities.Count(attribution.Measured.Slow)} of {Quantities.Count(attribution.Count)} requests took longer than "
            + Quantities.Duration(attribution.SlowThresholdNanoseconds);
        return attribution switch
        {
            { Outcome: AttributionOutcome.NotEnoughEvidence, Count: 0, LeftOut: > 0 } =>
                $"No request could be judged: {Quantities.Count(attribution.LeftOut)} are left out.",
            { Outcome: AttributionOutcome.NotEnoughEvidence } => $"{slow}; whether the collector is to blame was not judged.",
            { Outcome: AttributionOutcome.ChanceNotExcluded, SlowBecauseOfGcHigh: { } most }
                when most * MattersShare >= attribution.Measured.Slow =>
                $"{slow}; how many of them because of the collector can't be told: without its pauses {Quantities.Count(most)} would not "
                + "have been slow, but pauses meet slow requests no more often than chance would have it.",
            { Outcome: AttributionOutcome.ChanceNotExcluded } =>
                $"{slow}; pauses meet them no more often than chance would have it: at most "
                + $"{Quantities.Count(attribution.SlowBecauseOfGcHigh ?? 0)} of them because of the collector.",
            { SlowBecauseOfGcLow: { } low, SlowBecauseOfGcHigh: { } high } when high > low =>
                $"{slow}; between {Quantities.Count(low)} and {Quantities.Count(high)} of them because of the collector.",
            { SlowBecauseOfGc: 0 } => $"{slow}; none of them because of the collector.",
            { SlowBecauseOfGc: { } blamed, ExplainedPercent: { } share, NotExplained: { } others } =>
                $"{slow}; {(attribution.UpperBound ? "at most " : "")}{Quantities.Count(blamed)} of them because of the collector "
                + $"({Quantities.Percent(share)}), {Quantities.Count(others)} for other reasons.",
            _ => $"{slow}.",
        };
    }
}
