using Unpause.Analysis.Comparison;

namespace Unpause.Reports.Comparison;

/// <summary>A number that is compared.</summary>
/// <param name="Name">In the contract: a budget's name where there is one.</param>
/// <param name="Title">For people.</param>
/// <param name="Unit">What it is counted in.</param>
/// <param name="Better">Which way it gets better.</param>
/// <param name="Value">Of a run; null where it isn't told.</param>
internal sealed record ComparedMetric(
    string Name, string Title, ComparedUnit Unit, BetterWhen Better, Func<ComparedRun, double?> Value)
{
    /// <summary>Whether more work makes more of it: then a difference in the load's own direction shows nothing.</summary>
    public bool GrowsWithLoad { get; init; } = true;

    /// <summary>Whether a longer recording makes more of it: the longest of anything.</summary>
    public bool GrowsWithLength { get; init; }

    /// <summary>Whether it is made of pauses or collections.</summary>
    public bool IsOfPauses { get; init; }

    /// <summary>Whether it is made of requests.</summary>
    public bool IsOfRequests { get; init; }

    /// <summary>Whether it tells how long pauses are, each for itself: of other pauses that says little.</summary>
    public bool IsOfEachPause { get; init; }

    /// <summary>Whether other processors change it.</summary>
    public bool IsOfTime { get; init; } = true;

    /// <summary>The names of metrics that tell the same for each piece of work, the better known first; empty where none does.</summary>
    public IReadOnlyList<string> ForEachWork { get; init; } = [];

    /// <summary>Of which durations of a single run it is made; null where it isn't made of any.</summary>
    public Func<ComparedRun, BlockedValues?>? Blocks { get; init; }

    /// <summary>How it is made of them.</summary>
    public Func<BlockTotals, ComparedRun, double?>? OfBlocks { get; init; }

    /// <summary>Whether it adds them up.</summary>
    public bool IsSum { get; init; }

    /// <summary>For a percentile, in tenths of a percent; null for anything else.</summary>
    public int? PerMille { get; init; }
}
