using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Young collections that come very often although almost nothing survives them: gen0's budget is too small. It follows
/// the size of the processor's last-level cache, which some machines and containers report too small
/// (dotnet/runtime issue 109567), or is set.
/// </summary>
public sealed class SmallGen0Budget : Rule
{
    private const double FewestPerSecond = 50;
    private const double LargestBudgetBytes = 4 * 1024 * 1024;
    private const double MostSurvivors = 0.05;
    private const double LeastPercent = 3;

    /// <inheritdoc/>
    public override string Id => "small-gen0-budget";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Gen0 is collected more than 50 times a second after less than 4 MiB of allocations, of which almost nothing survives.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        // With DATAS a small budget is its purpose: see datas-trade-off.
        if (DotNetSettings.Is(recording.Source, DotNetSettingNames.Adapts, "1") || recording.DurationNanoseconds is not > 0) return Verdict.Silent;
        var gen0 = CollectionPauses.Of(recording, collection => collection is { Generation: Generations.Gen0, AllocatedBytes: not null });
        var perSecond = gen0.Count / (recording.DurationNanoseconds.Value / 1e9);
        if (perSecond < FewestPerSecond || (gen0.Percent(recording) ?? 0) < LeastPercent) return Verdict.Silent;
        var (allocated, survived) = Sums(recording);
        var budget = allocated / gen0.Count;
        if (budget > LargestBudgetBytes || survived > allocated * MostSurvivors) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Gen0 is collected {perSecond:0} times a second, after {Quantities.Bytes(budget)} each, though {Quantities.Percent(100 - (100 * survived / allocated))} of it is dead",
            [
                new($"gen0 collections ({gen0.Cited})", gen0.Count, "collections"),
                new("allocated between two of them, mean", Math.Round(budget), "bytes"),
                new("share that survived", Math.Round(100 * survived / allocated, 3), "percent"),
                new("share of the recording's time in their pauses", Math.Round(gen0.Percent(recording) ?? 0, 2), "percent"),
            ],
            [new("Give gen0 more room: rarer collections of the same cost, as little survives (hexadecimal, bytes; only in the environment; .NET 5 and later; capped by GCGen0MaxBudget). The default follows the processor's cache size; where that is misread, DOTNET_GCCacheSizeFromSysConf=1 may help.", "DOTNET_GCgen0size=0x4000000")],
            $"At 64 MiB about {64.0 * 1024 * 1024 / budget:0} times fewer gen0 collections; their pauses, {Quantities.Duration(gen0.TotalNanoseconds)} here, shrink nearly in proportion."));
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
