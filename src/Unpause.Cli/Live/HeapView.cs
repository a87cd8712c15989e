using Unpause.Recordings.Histograms;
using Unpause.Reports.Heap;

namespace Unpause.Cli.Live;

/// <summary>How class histograms are shown.</summary>
/// <param name="Json">As JSON instead of text.</param>
/// <param name="Order">The order of the classes.</param>
/// <param name="Rows">The number of classes in text output.</param>
/// <param name="Files">Files that they are written to as well.</param>
internal sealed record HeapView(bool Json, HeapOrder Order, int Rows, DocumentOutput Files)
{
    public void Show(HeapPlunge heap, int processId) =>
        Show(output => HeapJson.Write(output, heap, processId, Order), writer => writer.Write(heap));

    public void Show(HeapComparison comparison) =>
        Show(output => HeapJson.Write(output, comparison, Order), writer => writer.Write(comparison));

    public void Show(HeapFile heap) =>
        Show(output => HeapJson.Write(output, heap, Order), writer => writer.Write(heap));

    /// <summary>The same as command-line arguments.</summary>
    public IEnumerable<string> Arguments =>
    [
        "--format", Json ? "json" : "terminal", "--by", $"{Order}", "--top", Rows.ToString(CultureInfo.InvariantCulture),
        .. Files.Arguments,
    ];

    /// <summary>Opens one of the files for a process with fewer rights; null for another path.</summary>
    public OutputFile? OpenOutput(string path) => Files.Outputs.Contains(path) ? OutputFile.Open(path, "-o") : null;

    private void Show(Action<Stream> json, Action<HeapWriter> text)
    {
        Print(json, text);
        Files.Write(console => text(new HeapWriter(console, Order, Rows)), json);
    }

    private void Print(Action<Stream> json, Action<HeapWriter> text)
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

/// <summary>The output options of <c>unpause heap</c>.</summary>
internal sealed class HeapViewOptions
{
    private const int DefaultRows = 25;

    public HeapViewOptions() => Format.AcceptOnlyFromAmong("terminal", "json");

    /// <summary>How classes are ranked.</summary>
    public Option<HeapOrder> Order { get; } = new("--by")
    {
        Description = "Sort classes by count, bytes, retained (size; .NET and Node.js), plunge (what a GC frees) or live.",
        HelpName = "ORDER",
    };

    /// <summary>How many are shown.</summary>
    public Option<int> Top { get; } = new("--top")
        { Description = "How many classes to show. JSON has all.", DefaultValueFactory = _ => DefaultRows, HelpName = "N" };

    /// <summary>For people or programs.</summary>
    public Option<string> Format { get; } = new("--format")
        { Description = "terminal or json.", DefaultValueFactory = _ => "terminal", HelpName = "FORMAT" };

    /// <summary>Files beside what is printed.</summary>
    public Option<string[]> Output { get; } = DocumentOutput.Option(hasPage: false);

    /// <summary>What the user asked for.</summary>
    /// <exception cref="UserMistake">A file cannot be written.</exception>
    public HeapView Read(ParseResult parsed)
    {
        var files = new DocumentOutput(parsed.GetValue(Output) ?? [], HasPage: false);
        files.Check();
        return new(parsed.GetValue(Format) == "json", parsed.GetValue(Order), Math.Max(1, parsed.GetValue(Top)), files);
    }
}
