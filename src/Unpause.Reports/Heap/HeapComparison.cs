using Unpause.Analysis.Heap;
using Unpause.Histograms;
using Unpause.PythonHeaps;

namespace Unpause.Reports;

/// <summary>Two heaps side by side.</summary>
public sealed class HeapComparison
{
    private HeapComparison(HistogramComparison classes, IReadOnlyList<HeldChange>? holders, PythonGrowth? python) =>
        (Classes, Holders, Python) = (classes, holders, python);

    /// <summary>By class.</summary>
    internal HistogramComparison Classes { get; }

    /// <summary>By who holds the objects; null when one of the two doesn't tell.</summary>
    internal IReadOnlyList<HeldChange>? Holders { get; }

    /// <summary>Of two looks at CPython programs: who holds the newest; null of other runtimes.</summary>
    internal PythonGrowth? Python { get; }

    /// <summary>Compares two heaps.</summary>
    public static HeapComparison Of(HeapFile before, HeapFile after) => new(
        HistogramComparison.Of(before.Histogram, after.Histogram),
        before is { Graph: { } earlier, Content: { } first } && after is { Graph: { } later, Content: { } second }
            ? HeldChange.Of(earlier, later, first, second)
            : null,
        before.Python is { } then && after.Python is { } now ? PythonGrowth.Of(then, now) : null);
}
