using Spectre.Console;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;

namespace Unpause.Reports.Heap;

/// <summary>Class histograms for a terminal: the main results, then the classes.</summary>
/// <param name="console">The console to write to.</param>
/// <param name="order">The order of classes.</param>
/// <param name="rows">How many are shown.</param>
public sealed class HeapWriter(IAnsiConsole console, HeapOrder order, int rows)
{
    private const int MostRetainers = 10;

    /// <summary>Writes all and live objects.</summary>
    public void Write(HeapPlunge heap) => Write(HeapTables.Sentences(heap), HeapTables.Plunge(heap, order, rows), heap.Classes.Count);

    /// <summary>Writes a comparison.</summary>
    public void Write(HeapComparison comparison)
    {
        var classes = comparison.Classes;
        if (comparison.Python is { } python)
        {
            Write(PythonHeapTables.Sentences(python, classes), HeapTables.Comparison(comparison, order, rows), classes.Classes.Count);
            WriteNewest(python.Newest);
            return;
        }

        var changes = comparison.Retainers?.Where(change => change.Bytes != 0).ToList() ?? [];
        Write(
            HeapTables.Sentences(classes).Concat(RetainedTables.Sentences(changes)),
            HeapTables.Comparison(comparison, order, rows),
            classes.Classes.Count);
        if (changes.Count > 0) WriteRetainers(RetainedTables.Changes(changes, MostRetainers), changes.Count);
    }

    /// <summary>Writes one heap snapshot.</summary>
    public void Write(HeapFile heap)
    {
        var histogram = heap.Histogram;
        Write(
            heap.Content is { } content ? RetainedTables.Sentences(content)
                : heap.Python is { } python ? PythonHeapTables.Sentences(python, histogram)
                : heap.Report is { } report ? HeapTables.Sentences(report)
                : [$"{Quantities.Count(histogram.Instances)} objects, {Quantities.Bytes(histogram.Bytes)}."],
            HeapTables.Histogram(heap, order, rows),
            histogram.Count);
        if (heap.Content is { Retainers.Count: > 0 } retained)
        {
            WriteRetainers(RetainedTables.Retainers(retained, MostRetainers), retained.Retainers.Count);
        }

        if (heap.Python is { } look) WriteNewest(PythonHeapTables.Newest(look, histogram));
    }

    private void WriteNewest(IReadOnlyList<NewestObjects> newest)
    {
        if (newest.Count > 0) WriteRetainers(PythonHeapTables.Newest(newest, MostRetainers), newest.Count);
    }

    private void WriteRetainers(TextTable table, int all)
    {
        TerminalText.WriteTable(table, console);
        if (all > MostRetainers) console.MarkupLine($"[dim]{Markup.Escape(Quantities.Count(all - MostRetainers))} more[/]");
    }

    private void Write(IEnumerable<string> sentences, TextTable table, int classes)
    {
        foreach (var sentence in sentences) console.WriteLine(sentence);
        TerminalText.WriteTable(table, console);
        if (classes > table.Rows.Count)
        {
            console.MarkupLine($"[dim]{Markup.Escape(Quantities.Count(classes - table.Rows.Count))} more classes[/]");
        }
    }
}
