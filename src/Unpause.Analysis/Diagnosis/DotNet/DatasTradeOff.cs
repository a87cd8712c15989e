using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Server GC that adapts its heaps to the program (DATAS, on by default since .NET 9) keeps gen0 small to save memory,
/// and so collects much more often than without. Right for memory, wrong for throughput and start-up.
/// </summary>
internal sealed class DatasTradeOff : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 50, "collections a second", "one every 20 ms: most requests meet at least one");

    private static readonly Threshold Notable = Threshold.Percent(
        "least share of the time in pauses", 3, "below it there is nothing to win (mem-doc)");

    private static readonly Threshold SmallBudget = Threshold.Mebibytes(
        "most bytes between two collections", 16, "without the adaptation server GC lets gen0 grow far beyond it");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "datas-trade-off",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Server GC with DATAS makes {Fewest} or more, after at most {SmallBudget} of allocations each, which take {Notable} "
            + "of the time or more: the price of the memory that it saves.",
        Background = "Server GC that adapts its heaps to the program (DATAS, on by default since .NET 9) keeps gen0 small to save memory, "
            + "and so collects much more often than without. That is right where memory is what costs, and wrong for throughput and "
            + "start-up.",
        Thresholds = [Fewest, Notable, SmallBudget],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "switch the adaptation off if throughput or start-up matters more than memory",
            "give gen0 a least size, to keep it and spend more memory",
        ],
        FollowsFrom = ["growing-gen2", "young-pinning"],
        Versions = ".NET 9 and later, where it is on by default; .NET 8 where it was switched on. Server GC only.",
        Sources =
        [
            "Microsoft Learn, Dynamic adaptation to application sizes (DATAS)",
            "dotnet/runtime issues 101006, 104306 and 109047",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!DotNetSettings.Is(recording.Source, DotNetSettingNames.Adapts, "1") || recording.DurationNanoseconds is not > 0)
        {
            return Verdict.Silent;
        }

        var perSecond = recording.Collections.Count / (recording.DurationNanoseconds.Value / 1e9);
        var between = (process.Summary.Heap.AllocatedBytes?.Value ?? 0) / Math.Max(1.0, recording.Collections.Count);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (perSecond < Fewest.Value || percent < Notable.Value || between > SmallBudget.Value) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Frequency("collections_per_s", "collections a second", perSecond),
            Evidence.Size("allocated_per_collection_bytes", "bytes allocated between two collections", between),
            Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent),
            Evidence.Fact("heaps_in_use", $"heaps in use: {recording.Source.Settings.GetValueOrDefault("heaps")}"),
        ];
        if (process.Summary.Collector?.CostMedianPercent is { } cost)
        {
            evidence.Add(Evidence.Percent(
                "cost_median_percent",
                "throughput cost that the collector measured when it decided on its heaps, median (its target is 2)", cost));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Server GC adapts to a small heap (DATAS) and collects {perSecond:0} times a second",
            evidence,
            [
                new("If throughput or start-up matters more than memory, switch the adaptation off (.NET 9 and later; before, it was "
                    + "off). In runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 0.", "DOTNET_GCDynamicAdaptationMode=0"),
                .. Gen0Room.Setting(recording) is { } room
                    ? [new Advice($"To keep it but spend more memory, give gen0 a least size ({Gen0Room.Where}).", room)]
                    : (Advice[])[],
            ],
            "Measured without it on a program of temporary objects (.NET 10, 2 cores; samples/dotnet/datas and datas-off): 16 times fewer "
            + "collections, for ten times the committed memory. Compare two recordings of your own program with `unpause compare`.")
        {
            TimeBack = new(process.Summary.Pauses.TotalNanoseconds, "all pauses, which come far more rarely without it"),
        });
    }
}
