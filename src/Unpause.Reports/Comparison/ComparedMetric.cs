using Unpause.Analysis.Comparison;

namespace Unpause.Reports.Comparison;

/// <summary>A number that both sides are compared by.</summary>
/// <param name="Name">Its name in the JSON: the budget metric's name where there is one.</param>
/// <param name="Title">Its name for people.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Better">Whether lower or higher is better.</param>
/// <param name="Value">The value of a run; null where it was not recorded.</param>
internal sealed record ComparedMetric(
    string Name, string Title, ComparedUnit Unit, BetterWhen Better, Func<ComparedRun, double?> Value)
{
    /// <summary>Whether it grows with the load: then a difference in the direction of the load shows nothing.</summary>
    public bool GrowsWithLoad { get; init; } = true;

    /// <summary>Whether it grows with the length of the recording, as any maximum does.</summary>
    public bool GrowsWithLength { get; init; }

    /// <summary>Whether it is made of pauses or collections.</summary>
    public bool IsOfPauses { get; init; }

    /// <summary>Whether it is made of requests.</summary>
    public bool IsOfRequests { get; init; }

    /// <summary>Whether it describes the duration of single pauses, which says little when the set of pauses changed.</summary>
    public bool IsOfEachPause { get; init; }

    /// <summary>Whether it depends on the number of processors.</summary>
    public bool IsOfTime { get; init; } = true;

    /// <summary>Names of metrics that measure the same per unit of work, the most familiar first; empty where none does.</summary>
    public IReadOnlyList<string> ForEachWork { get; init; } = [];

    /// <summary>The durations of a single run that it is computed from; null where there are none.</summary>
    public Func<ComparedRun, BlockedValues?>? Blocks { get; init; }

    /// <summary>How it is computed from them.</summary>
    public Func<BlockTotals, ComparedRun, double?>? OfBlocks { get; init; }

    /// <summary>Whether it adds them up.</summary>
    public bool IsSum { get; init; }

    /// <summary>For a percentile, in tenths of a percent; null for anything else.</summary>
    public int? PerMille { get; init; }
}
