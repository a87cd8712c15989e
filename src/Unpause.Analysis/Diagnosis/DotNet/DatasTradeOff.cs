namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Server GC with DATAS (on by default since .NET 9) adapts the heap count and gen0 budget to the application. It keeps gen0 small to save
/// memory, and therefore collects much more often. This suits small containers, and costs throughput and start-up time.
/// </summary>
internal sealed class DatasTradeOff : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum rate of collections", 50, "collections a second", "one every 20 ms: most requests overlap at least one");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time in pauses", 3, "below this there is little to gain (mem-doc)");

    private static readonly Threshold SmallBudget = Threshold.Mebibytes(
        "maximum allocated between two collections", 16, "without DATAS, server GC lets gen0 grow far beyond this");

    private static readonly Threshold MostSurvivors = Threshold.Percent(
        "maximum share of the allocated bytes that survives", 20, "a larger gen0 then copies more at a time: measured, work was halved");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "datas-trade-off",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Server GC with DATAS makes at least {Fewest}, after at most {SmallBudget} of allocations each, and "
            + $"they take at least {Notable} of the time, although at most {MostSurvivors} survives.",
        Background = "DATAS (dynamic adaptation to application sizes, on by default since .NET 9) keeps the gen0 of server GC "
            + "small to save memory, and therefore collects much more often. That is right where memory is the constraint, and "
            + "wrong where throughput or start-up time is.",
        Thresholds = [Fewest, Notable, SmallBudget, MostSurvivors],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "switch DATAS off if throughput or start-up time matters more than memory",
            "keep DATAS, and set a larger minimum gen0 size",
        ],
        FollowsFrom = ["growing-gen2", "young-pinning", "dependent-handles", "finalizable-objects", "induced-collections"],
        Versions = ".NET 9 and later, where DATAS is on by default; .NET 8 where it was switched on. Server GC only.",
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
        if (!DotNetSettings.Is(recording.Source, DotNetSettingNames.Adapts, "1") || recording.ObservedNanoseconds is not > 0)
        {
            return Verdict.Silent;
        }

        var (automatic, survived) = CountAutomatic(recording);
        double allocated = process.Summary.Heap.AllocatedBytes?.Value ?? 0;
        var perSecond = automatic / (recording.ObservedNanoseconds.Value / 1e9);
        var between = allocated / Math.Max(1.0, automatic);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (perSecond < Fewest.Value || percent < Notable.Value || between > SmallBudget.Value) return Verdict.Silent;
        if (survived > allocated * MostSurvivors.Share) return Verdict.Silent;
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
                "throughput cost measured by the collector when it chose its heap count, median (its target is 2)", cost));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Server GC with DATAS collects {perSecond:0} times a second, because it keeps gen0 small",
            evidence,
            [
                new("If throughput or start-up time matters more than memory, switch DATAS off (.NET 9 and later; off by default before). "
                    + "In runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 0.", "DOTNET_GCDynamicAdaptationMode=0"),
                .. Gen0Room.Setting(recording) is { } room
                    ? [new Advice($"To keep DATAS and use more memory, set a larger minimum gen0 size ({Gen0Room.Where}).", room)]
                    : (Advice[])[],
            ],
            "Measured without DATAS on a program that allocates temporary objects (.NET 10, 2 cores; samples/dotnet/datas "
            + "and datas-off): 16 times fewer collections, and ten times the committed memory. Compare two recordings of "
            + "your own application with `unpause compare`.")
        {
            TimeBack = new(process.Summary.Pauses.TotalNanoseconds, "all pauses: collections are far rarer without DATAS"),
        });
    }

    /// <summary>Collections that nobody called for, and what survived the young ones among them.</summary>
    private static (int Collections, double SurvivedBytes) CountAutomatic(Recording recording)
    {
        var (collections, survived) = (0, 0.0);
        foreach (var collection in recording.Collections)
        {
            if (collection.Induced) continue;
            collections++;
            if (!collection.WholeHeap) survived += collection.SurvivorBytes ?? 0;
        }

        return (collections, survived);
    }
}
