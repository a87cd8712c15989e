using Unpause.Analysis.Utilisation;

namespace Unpause.Reports.Composition;

/// <summary>The least share of the time that the application had, in windows of fixed lengths.</summary>
internal static class UtilisationComposer
{
    /// <summary>The windows; null where pauses or their times are unknown.</summary>
    public static UtilisationDocument? Compose(UtilisationSummary? utilisation) => utilisation is null ? null : new()
    {
        IsOfStops = utilisation.IsOfStops,
        Windows = [.. utilisation.Windows.Select(window => new UtilisationWindowDocument
        {
            WindowMs = new(window.LengthNanoseconds),
            Stops = Share(window.Stops),
            WithCollectorCpu = window.WithCollectorCpu is { } withCpu ? Share(withCpu) : null,
        })],
    };

    private static LeastShareDocument Share(LeastShare share) => new()
    {
        MmuPercent = RoundedNumber.Percent(share.MmuPercent, DistributionDocument.ThroughputDecimals)!.Value,
        BmuPercent = RoundedNumber.Percent(share.BmuPercent, DistributionDocument.ThroughputDecimals)!.Value,
        StartMs = Milliseconds.FromNanoseconds(share.StartNanoseconds),
    };
}
