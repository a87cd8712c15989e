using Spectre.Console;
using Unpause.Histograms;

namespace Unpause.Reports;

/// <summary>Class histograms for a terminal: what to look at first, then the classes.</summary>
/// <param name="console">Where to.</param>
/// <param name="order">How classes are ranked.</param>
/// <param name="rows">How many are shown.</param>
public sealed class HeapWriter(IAnsiConsole console, HeapOrder order, int rows)
{
    /// <summary>Shows all and live objects.</summary>
    public void Write(HeapPlunge heap) => Write(HeapTables.Sentences(heap), HeapTables.Plunge(heap, order, rows), heap.Classes.Count);

    /// <summary>Shows a comparison.</summary>
    public void Write(HistogramComparison comparison) =>
        Write(HeapTables.Sentences(comparison), HeapTables.Comparison(comparison, order, rows), comparison.Classes.Count);

    /// <summary>Shows one histogram.</summary>
    public void Write(ClassHistogram histogram) =>
        Write(
            [$"{Quantities.Count(histogram.Instances)} objects, {Quantities.Bytes(histogram.Bytes)}."],
            HeapTables.Histogram(histogram, order, rows),
            histogram.Count);

    private void Write(IEnumerable<string> sentences, TextTable table, int classes)
    {
        foreach (var sentence in sentences) console.WriteLine(sentence);
        TerminalText.WriteTable(table, console);
        if (classes > table.Rows.Count)
        {
            console.MarkupLine($"[grey]{Markup.Escape(Quantities.Count(classes - table.Rows.Count))} more classes[/]");
        }
    }
}
