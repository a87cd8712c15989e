using Unpause.Analysis.Heap;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;

namespace Unpause.Reports.Heap;

/// <summary>The comparison of two heap snapshots.</summary>
public sealed class HeapComparison
{
    private HeapComparison(HistogramComparison classes, IReadOnlyList<HeldChange>? holders, PythonGrowth? python) =>
        (Classes, Holders, Python) = (classes, holders, python);

    /// <summary>The changes by class.</summary>
    internal HistogramComparison Classes { get; }

    /// <summary>The changes by retention path; null when one of the two lacks references.</summary>
    internal IReadOnlyList<HeldChange>? Holders { get; }

    /// <summary>What retains the newest objects of a CPython process; null for other runtimes.</summary>
    internal PythonGrowth? Python { get; }

    /// <summary>Compares two heap snapshots.</summary>
    public static HeapComparison Of(HeapFile before, HeapFile after) => new(
        HistogramComparison.Of(before.Histogram, after.Histogram),
        before is { Graph: { } earlier, Content: { } first } && after is { Graph: { } later, Content: { } second }
            ? HeldChange.Of(earlier, later, first, second)
            : null,
        before.Python is { } then && after.Python is { } now ? PythonGrowth.Of(then, now) : null);
}
