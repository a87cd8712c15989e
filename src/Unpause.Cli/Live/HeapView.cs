using System.Globalization;
using Unpause.Histograms;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Shows class histograms the way the user wants them.</summary>
/// <param name="Json">As JSON, else for people.</param>
/// <param name="Order">How classes are ranked.</param>
/// <param name="Rows">Classes shown to people.</param>
internal sealed record HeapView(bool Json, HeapOrder Order, int Rows)
{
    public void Show(HeapPlunge heap, int processId) =>
        Show(output => HeapJson.Write(output, heap, processId, Order), writer => writer.Write(heap));

    public void Show(HeapComparison comparison) =>
        Show(output => HeapJson.Write(output, comparison, Order), writer => writer.Write(comparison));

    public void Show(HeapFile heap) =>
        Show(output => HeapJson.Write(output, heap, Order), writer => writer.Write(heap));

    /// <summary>The arguments by which a user asks for it.</summary>
    public IEnumerable<string> Arguments =>
        ["--format", Json ? "json" : "terminal", "--by", $"{Order}", "--top", Rows.ToString(CultureInfo.InvariantCulture)];

    private void Show(Action<Stream> json, Action<HeapWriter> text)
    {
        if (!Json)
        {
            text(new HeapWriter(Terminal.ForResults(), Order, Rows));
            return;
        }

        using var output = StandardStreams.OpenOutput();
        json(output);
    }
}
