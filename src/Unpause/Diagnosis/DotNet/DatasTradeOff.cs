using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Server GC that adapts its heaps to the program (DATAS, on by default since .NET 9) keeps gen0 small to save memory,
/// and so collects much more often than without. Right for memory, wrong for throughput and start-up.
/// </summary>
public sealed class DatasTradeOff : Rule
{
    private const double FewestPerSecond = 50;
    private const double NotablePercent = 3;
    private const double SmallAllocationBytes = 16 * 1024 * 1024;

    /// <inheritdoc/>
    public override string Id => "datas-trade-off";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Server GC with DATAS collects gen0 dozens of times a second with a small budget, to save memory.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!DotNetSettings.Is(recording.Source, "GCDynamicAdaptationMode", "1") || recording.DurationNanoseconds is not > 0) return Verdict.Silent;
        var perSecond = recording.Collections.Count / (recording.DurationNanoseconds.Value / 1e9);
        var between = (process.Summary.Heap.AllocatedBytes?.Value ?? 0) / Math.Max(1.0, recording.Collections.Count);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (perSecond < FewestPerSecond || percent < NotablePercent || between > SmallAllocationBytes) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("collections a second", Math.Round(perSecond, 1), "per second"),
            new("bytes allocated between two collections", Math.Round(between), "bytes"),
            new("share of the recording's time in pauses", Math.Round(percent, 2), "percent"),
            new($"heaps in use: {recording.Source.Settings.GetValueOrDefault("heaps")}"),
        ];
        if (process.Summary.Collector?.CostMedianPercent is { } cost) evidence.Add(new("throughput cost that the collector measured when it decided on its heaps, median (its target is 2)", Math.Round(cost, 2), "percent"));
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Server GC adapts to a small heap (DATAS) and collects {perSecond:0} times a second",
            evidence,
            [
                new("If throughput or start-up matters more than memory, switch the adaptation off (.NET 9 and later; before, it was off). In runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 0.", "DOTNET_GCDynamicAdaptationMode=0"),
                new("To keep it but spend more memory, let gen0 grow faster (.NET 10; permil of the long-lived size). In runtimeconfig.json: \"System.GC.DGen0GrowthPercent\": 200.", "DOTNET_GCDGen0GrowthPercent=0xC8"),
            ],
            "Measured without it on a program of temporary objects (.NET 10, 2 cores; samples/dotnet/datas and datas-off): 16 times fewer collections, for ten times the committed memory. Compare two recordings of your own program with `unpause compare`."));
    }
}
