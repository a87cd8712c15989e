using Unpause.Recordings.Histograms;

namespace Unpause.Reports.Heap;

/// <summary>Class histograms as tables and sentences for people.</summary>
internal static class HeapTables
{
    /// <summary>All and live objects by class.</summary>
    public static TextTable Plunge(HeapPlunge heap, HeapOrder order, int rows) => new(
        ["class", "all", "live", "freed", "live share", "live bytes"],
        [.. Ordered(heap, order).Take(rows).Select(row => (string[])
        [
            PlainText.Clean(row.Type),
            Quantities.Count(row.All.Instances),
            Quantities.Count(row.Live.Instances),
            Quantities.Count(row.Instances),
            Quantities.Percent(row.LiveShare * 100),
            Quantities.Bytes(row.Live.Bytes),
        ])]);

    /// <summary>Two histograms by class.</summary>
    public static TextTable Comparison(HeapComparison heaps, HeapOrder order, int rows) => WithRetained(
        ["class", "before", "after", "change", "bytes before", "bytes after"],
        Ordered(heaps, order).Take(rows),
        row =>
        [
            PlainText.Clean(row.Type),
            Quantities.Count(row.Before.Instances),
            Quantities.Count(row.After.Instances),
            Signed(row.Instances),
            Quantities.Bytes(row.Before.Bytes),
            Quantities.Bytes(row.After.Bytes),
        ],
        row => row.Type,
        ("retained before", heaps.RetainedBefore),
        ("retained after", heaps.RetainedAfter));

    /// <summary>One histogram by class.</summary>
    public static TextTable Histogram(HeapFile heap, HeapOrder order, int rows) => WithRetained(
        ["class", "objects", "bytes"],
        Ordered(heap, order).Take(rows),
        row => [PlainText.Clean(row.Type), Quantities.Count(row.Instances), Quantities.Bytes(row.Bytes)],
        row => row.Type,
        ("retained size", heap.RetainedByType));

    /// <summary>The size of a heap, and how exact the bytes of its types are.</summary>
    public static IEnumerable<string> Sentences(GcDumpReport report)
    {
        yield return $"{Quantities.Count(report.HeapObjects ?? report.Histogram.Instances)} objects, "
            + $"{Quantities.Bytes(report.HeapBytes ?? report.Histogram.Bytes)}.";
        yield return "dotnet-gcdump prints the size of one object of a type. Bytes below are that size times the count, so they are "
            + "approximate for arrays and strings.";
    }

    /// <summary>The main results as sentences.</summary>
    public static IEnumerable<string> Sentences(HeapPlunge heap)
    {
        yield return $"{Quantities.Bytes(heap.AllBytes)} in use, {Quantities.Bytes(heap.LiveBytes)} of it live "
            + $"({Quantities.Percent(100.0 * heap.LiveBytes / Math.Max(1, heap.AllBytes))}).";
        if (heap.MostRetained is { Live.Instances: > 0 } retained)
        {
            yield return $"Most live objects of an application class: {Name(retained.Type)}, {Quantities.Count(retained.Live.Instances)} "
                + $"of {Quantities.Count(retained.All.Instances)} "
                + $"({Quantities.Percent(retained.LiveShare * 100)}). To find what retains them: "
                + "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr; unpause held.jfr";
        }

        if (heap.MostFreed is { Instances: > 0 } freed)
        {
            yield return $"Most garbage of an application class: {Name(freed.Type)}, {Quantities.Count(freed.Instances)} "
                + $"of {Quantities.Count(freed.All.Instances)}.";
        }
    }

    /// <summary>The largest changes as sentences.</summary>
    public static IEnumerable<string> Sentences(HistogramComparison comparison)
    {
        yield return $"{Quantities.Count(comparison.Before.Instances)} objects, {Quantities.Bytes(comparison.Before.Bytes)} "
            + $"→ {Quantities.Count(comparison.After.Instances)} objects, {Quantities.Bytes(comparison.After.Bytes)}.";
        if (comparison.OwnMost is { } most)
        {
            yield return $"Largest change of an application class: {Name(most.Type)}, {Quantities.Count(most.Before.Instances)} "
                + $"→ {Quantities.Count(most.After.Instances)}{Factor(most)}.";
        }
    }

    /// <summary>The sorted classes.</summary>
    public static IEnumerable<ClassPlunge> Ordered(HeapPlunge heap, HeapOrder order) => order switch
    {
        HeapOrder.Plunge => heap.Classes.OrderByDescending(row => row.Instances),
        HeapOrder.Live => heap.Classes.OrderByDescending(row => row.Live.Instances),
        HeapOrder.Bytes => heap.Classes.OrderByDescending(row => row.All.Bytes),
        _ => heap.Classes,
    };

    /// <summary>The sorted classes.</summary>
    public static IEnumerable<ClassChange> Ordered(HeapComparison heaps, HeapOrder order) => order switch
    {
        HeapOrder.Bytes => heaps.Classes.Classes.OrderByDescending(row => Math.Abs(row.Bytes)),
        HeapOrder.Retained => heaps.Classes.Classes.OrderByDescending(row => Math.Abs(RetainedChangeOf(heaps, row))),
        _ => heaps.Classes.Classes,
    };

    /// <summary>The sorted classes.</summary>
    public static IEnumerable<ClassCount> Ordered(HeapFile heap, HeapOrder order) => heap.Histogram.Classes
        .OrderByDescending(row => order switch
        {
            HeapOrder.Bytes => row.Bytes,
            HeapOrder.Retained => heap.RetainedByType?.GetValueOrDefault(row.Type) ?? row.Bytes,
            _ => row.Instances,
        })
        .ThenBy(row => row.Type, StringComparer.Ordinal);

    private static long RetainedChangeOf(HeapComparison heaps, ClassChange row) =>
        heaps is { RetainedBefore: { } before, RetainedAfter: { } after }
            ? after.GetValueOrDefault(row.Type) - before.GetValueOrDefault(row.Type)
            : row.Bytes;

    /// <summary>A table with what the classes retain, where that is known.</summary>
    private static TextTable WithRetained<T>(
        string[] heads, IEnumerable<T> rows, Func<T, string[]> cells, Func<T, string> type,
        params (string Head, IReadOnlyDictionary<string, long>? Sizes)[] retained)
    {
        var known = retained.Where(column => column.Sizes is not null).ToList();
        return new TextTable(
            [.. heads, .. known.Select(column => column.Head)],
            [
                .. rows.Select(row => (string[])
                [
                    .. cells(row),
                    .. known.Select(column => Quantities.Bytes(column.Sizes!.GetValueOrDefault(type(row)))),
                ]),
            ]);
    }

    private static string Name(string type) => PlainText.Clean(type);

    private static string Factor(ClassChange change) => change.Before.Instances > 0 && change.After.Instances > 0
        ? string.Create(
            System.Globalization.CultureInfo.InvariantCulture, $" ({(double)change.After.Instances / change.Before.Instances:0.##} times)")
        : "";

    private static string Signed(long value) => (value > 0 ? "+" : "") + Quantities.Count(value);
}
