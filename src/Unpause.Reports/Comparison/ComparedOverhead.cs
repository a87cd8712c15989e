using Unpause.Analysis.Comparison;
using Unpause.Reports.Budgets;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>What the collector costs at least on each side, in run time: see <see cref="LowerBoundOverhead"/>.</summary>
internal static class ComparedOverhead
{
    private const double NanosecondsInSecond = 1e9;

    /// <summary>Compares the sides.</summary>
    /// <param name="load">Whether they did the same work.</param>
    /// <param name="sameLoad">Whether the user says so.</param>
    public static ComparedOverheadDocument Compare(ComparedSides sides, LoadChange load, bool sameLoad)
    {
        List<ComparedRun> runs = [.. sides.Before, .. sides.After];
        var perRequest = runs.TrueForAll(run => run.RequestRate is > 0);
        var refusal = Refuse(runs, load, sameLoad, perRequest);
        var bound = refusal is null ? LowerBoundOverhead.Compute([Costs(sides.Before), Costs(sides.After)]) : null;
        if (bound is null) refusal ??= CostRefusal.NothingLeft;
        var overhead = new ComparedOverheadDocument
        {
            Text = "",
            Refusal = refusal is { } known ? OverheadText.ComparedRefusal(known) : null,
            CpuRefusal = OverheadText.Refusal(CostRefusal.NoTotal),
            PerRequest = perRequest,
            Baseline = bound?.Baseline switch
            {
                null => null,
                0 => ComparedOverheadDocument.BaselineBefore,
                _ => ComparedOverheadDocument.BaselineAfter,
            },
            DistilledMs = bound?.Distilled / 1e6,
            Before = Ratio(bound?.Settings[0]),
            After = Ratio(bound?.Settings[1]),
        };
        return overhead with { Text = OverheadText.Describe(overhead) ?? overhead.Refusal! };

        List<TrialCost?> Costs(IReadOnlyList<ComparedRun> side) => [.. side.Select(run => Cost(run, perRequest))];
    }

    private static CostRefusal? Refuse(List<ComparedRun> runs, LoadChange load, bool sameLoad, bool perRequest)
    {
        if (runs.Exists(run => run.Nanoseconds is null || Stopped(run) is null)) return CostRefusal.NoCollector;
        if (perRequest)
            return runs.TrueForAll(run => run.Requests!.Metered is { Refusal: null }) ? null : CostRefusal.OpenLoop;
        return load.IsFixedWork || sameLoad ? null : CostRefusal.NoWork;
    }

    private static double? Stopped(ComparedRun run) =>
        run.Process.Source.HasCollections ? FeltPauses.Get(run.Process).TotalMs.Nanoseconds : null;

    private static TrialCost? Cost(ComparedRun run, bool perRequest)
    {
        if (run.Nanoseconds is not { } length || Stopped(run) is not { } stopped) return null;
        // Requests arrive in a part of the recording.
        var each = perRequest ? NanosecondsInSecond / run.RequestRate!.Value : length;
        return new TrialCost(each, each * stopped / length);
    }

    private static OverheadDocument? Ratio(OverheadRatio? ratio) =>
        ratio is { } known ? new() { Ratio = known.Ratio, Low = known.Low, High = known.High } : null;
}
