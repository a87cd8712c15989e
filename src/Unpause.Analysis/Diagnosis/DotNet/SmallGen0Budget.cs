namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Very frequent young collections although almost nothing survives: the gen0 budget is too small. It follows the size of the processor's
/// last-level cache, which some machines and containers report too small (dotnet/runtime issue 109567), or it is set explicitly.
/// </summary>
internal sealed class SmallGen0Budget : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum rate of gen0 collections", 50, "times a second", "one every 20 ms: most requests overlap at least one");

    private static readonly Threshold LargestBudget = Threshold.Mebibytes(
        "maximum allocated between two gen0 collections", 4, "gen0 follows the cache size; this is one that was reported too small");

    private static readonly Threshold MostSurvivors = Threshold.Percent(
        "maximum share that survives", 10, "then collecting a larger gen0 costs hardly more");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in their pauses", 3, "below this there is little to gain (mem-doc)");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "small-gen0-budget",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Gen0 is collected at least {Fewest}, each time after less than {LargestBudget} of allocations. At most {MostSurvivors} "
            + $"survive, and the pauses take at least {Least} of the time.",
        Background = "Young collections are very frequent although almost nothing survives them: the gen0 budget is "
            + "too small. It follows the size of the processor's last-level cache, which some machines and containers "
            + "report too small, or it was set explicitly.",
        Thresholds = [Fewest, LargestBudget, MostSurvivors, Least],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "enlarge gen0",
        ],
        FollowsFrom = ["growing-gen2", "memory-limit-pressure", "young-pinning", "dependent-handles", "finalizable-objects"],
        Versions = ".NET 5 and later. With DATAS a small budget is intended, and the rule does not apply.",
        Sources =
        [
            "dotnet/runtime issue 109567",
            "Microsoft Learn, Runtime configuration options for garbage collection (Gen0 size)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        // With DATAS a small budget is intended: see datas-trade-off.
        if (DotNetSettings.Is(recording.Source, DotNetSettingNames.Adapts, "1") || recording.ObservedNanoseconds is not > 0)
        {
            return Verdict.Silent;
        }

        var gen0 = CollectionGroup.Select(recording, collection =>
            collection is { Generation: Generations.Gen0, AllocatedBytes: not null });
        var perSecond = gen0.Count / (recording.ObservedNanoseconds.Value / 1e9);
        if (perSecond < Fewest.Value || (gen0.PercentOfTime ?? 0) < Least.Value) return Verdict.Silent;
        var (allocated, survived) = Sums(recording);
        var budget = allocated / gen0.Count;
        if (budget > LargestBudget.Value || survived > allocated * MostSurvivors.Share) return Verdict.Silent;
        if (Gen0Room.BytesFor(recording) is not { } wanted) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Gen0 is collected {perSecond:0} times a second, after {Quantities.Bytes(budget)} each, although "
            + $"{Quantities.Percent(100 - (100 * survived / allocated))} of it is garbage",
            [
                Evidence.Count("gen0_collections", $"gen0 collections (gc {gen0.Numbers})", gen0.Count, "collections"),
                Evidence.Size("allocated_per_gen0_bytes", "allocated between two of these, mean", budget),
                Evidence.Percent("survival_percent", "share that survived", 100 * survived / allocated),
                Evidence.Percent("share_of_recording_percent", "share of the recording's time in their pauses", gen0.PercentOfTime ?? 0),
            ],
            [new(
                $"Enlarge gen0: collections become rarer at the same cost each, because little survives ({Gen0Room.Where}). The default "
                + "follows the processor's cache size, which some machines report wrongly.",
                $"DOTNET_GCgen0size=0x{wanted:X}")],
            $"With {Quantities.Bytes(wanted)}, about {wanted / budget:0} times fewer gen0 collections. Their pauses, "
            + $"{Quantities.Duration(gen0.PauseTotalNanoseconds)} here, shrink nearly in proportion.",
            Gain.PausesUpTo(process, gen0.PauseTotalNanoseconds * (1 - (budget / wanted)))),
            gen0);
    }

    private static (double Allocated, double Survived) Sums(Recording recording)
    {
        double allocated = 0;
        double survived = 0;
        foreach (var collection in recording.Collections)
        {
            if (collection is not { Generation: Generations.Gen0, AllocatedBytes: { } bytes }) continue;
            allocated += bytes;
            survived += collection.SurvivorBytes ?? 0;
        }

        return (allocated, survived);
    }
}
