using System.Globalization;
using Unpause.Cli.Output;
using Unpause.Recordings.Histograms;
using Unpause.Reports.Heap;

namespace Unpause.Cli.Live;

/// <summary>How class histograms are shown.</summary>
/// <param name="Json">As JSON instead of text.</param>
/// <param name="Order">The order of the classes.</param>
/// <param name="Rows">The number of classes in text output.</param>
internal sealed record HeapView(bool Json, HeapOrder Order, int Rows)
{
    public void Show(HeapPlunge heap, int processId) =>
        Show(output => HeapJson.Write(output, heap, processId, Order), writer => writer.Write(heap));

    public void Show(HeapComparison comparison) =>
        Show(output => HeapJson.Write(output, comparison, Order), writer => writer.Write(comparison));

    public void Show(HeapFile heap) =>
        Show(output => HeapJson.Write(output, heap, Order), writer => writer.Write(heap));

    /// <summary>The same as command-line arguments.</summary>
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
