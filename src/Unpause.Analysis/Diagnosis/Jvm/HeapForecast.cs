using Unpause.Analysis.CostModels;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>What another heap size should bring, by the cost model of `unpause model`.</summary>
/// <param name="NowPercent">Share of the time in collections now, after the heap was filled.</param>
/// <param name="LowPercent">The smallest share with the other size.</param>
/// <param name="HighPercent">The largest share with the other size.</param>
internal sealed record HeapForecast(double NowPercent, double LowPercent, double HighPercent)
{
    /// <summary>As an improvement of throughput; null if the model sees none.</summary>
    public Gain? Gain => Diagnosis.Gain.Between(GainMetrics.Throughput, NowPercent - HighPercent, NowPercent - LowPercent, "percent");

    /// <summary>The forecast for a heap size; null where the recording has no model, or the model sees no improvement.</summary>
    /// <param name="bytes">The heap size.</param>
    public static HeapForecast? Find(AnalysedProcess process, long bytes)
    {
        if (process.Shared(CostModel.Fit) is not { } model || model.IsOfCpu) return null;
        return model.Now is { } now && model.At(bytes) is { } then && then.Percent < now.Percent
            ? new(now.Percent, then.Low, then.High)
            : null;
    }

    /// <summary>For the advice: <c>GC then takes 4 to 9 % of the time instead of 30 %</c>.</summary>
    public override string ToString() =>
        $"By the cost model, GC then takes {Quantities.Percent(LowPercent)} to {Quantities.Percent(HighPercent)} of the time instead of "
        + $"{Quantities.Percent(NowPercent)}.";
}
