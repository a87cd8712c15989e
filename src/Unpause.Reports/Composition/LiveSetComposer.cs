using Unpause.Analysis;
using Unpause.Analysis.LiveSets;

namespace Unpause.Reports.Composition;

/// <summary>Whether the live set grows.</summary>
internal static class LiveSetComposer
{
    private const int RatioDecimals = 4, RateDecimals = 0;

    /// <summary>The verdict; null where no collection of the whole heap shows the live set.</summary>
    /// <param name="containerBytes">The memory limit of its control groups; null when there is none.</param>
    public static LiveSetTrendDocument? Compose(AnalysedProcess process, long? containerBytes)
    {
        if (process.Shared(Verdict) is not { Points: > 0 } verdict) return null;
        var line = verdict.InBytes ? verdict.Line : null;
        var limit = verdict.InBytes ? LiveSetLimit.Find(process.Recording) ?? containerBytes : null;
        var left = verdict.SecondsTo(limit);
        return new()
        {
            Verdict = verdict.State switch
            {
                LiveSetState.Growing => LiveSetTrendDocument.Growing,
                LiveSetState.Plateau => LiveSetTrendDocument.Plateau,
                _ => LiveSetTrendDocument.Unknown,
            },
            UnknownReason = verdict.Doubt switch
            {
                LiveSetDoubt.TooFew => LiveSetTrendDocument.TooFew,
                LiveSetDoubt.TooShort => LiveSetTrendDocument.TooShort,
                LiveSetDoubt.LoadGrew => LiveSetTrendDocument.LoadGrew,
                LiveSetDoubt.Settling => LiveSetTrendDocument.Settling,
                LiveSetDoubt.Scatter => LiveSetTrendDocument.Scatter,
                _ => null,
            },
            Measure = verdict.InBytes ? LiveSetTrendDocument.InBytes : LiveSetTrendDocument.InTime,
            Points = verdict.Points,
            SpanMs = new(verdict.SpanNanoseconds),
            GrowthRatio = RoundedNumber.Round(verdict.Growth, RatioDecimals),
            SlopeBytesPerS = RoundedNumber.Round(line?.Slope, RateDecimals),
            SlopeLowBytesPerS = RoundedNumber.Round(line?.Low, RateDecimals),
            SlopeHighBytesPerS = RoundedNumber.Round(line?.High, RateDecimals),
            LimitBytes = limit,
            TimeToLimitMs = Time(left?.Middle),
            TimeToLimitLowMs = Time(left?.Soonest),
            TimeToLimitHighMs = Time(left?.Latest),
        };
    }

    /// <summary>The process's verdict, which rules use as well.</summary>
    private static LiveSetVerdict Verdict(Recording recording) => LiveSetVerdict.Judge(recording);

    private static Milliseconds? Time(double? seconds) =>
        seconds is { } known && known * 1e9 < long.MaxValue ? new((long)(known * 1e9)) : null;
}
