using Unpause.Analysis.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>The attribution in one sentence.</summary>
internal static class RequestVerdict
{
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
            { Outcome: AttributionOutcome.ChanceNotExcluded } =>
                $"{slow}; pauses meet them no more often than chance would have it, so the collector is not blamed.",
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
