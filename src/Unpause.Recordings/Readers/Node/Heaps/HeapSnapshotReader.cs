using Unpause.Recordings.Heap;

namespace Unpause.Recordings.Readers.Node.Heaps;

/// <summary>
/// Reads heap snapshots of V8 (<c>.heapsnapshot</c>: <c>v8.writeHeapSnapshot</c>, <c>node --heapsnapshot-signal</c>, Chrome's developer
/// tools): <c>{"snapshot":{"meta":…},"nodes":[…],"edges":[…], … ,"strings":[…]}</c>, with objects as rows of numbers. The sections are in
/// this order. What is not read: traces of allocations, samples, locations in scripts. Source: V8, src/profiler/heap-snapshot-generator.cc
/// (HeapSnapshotJSONSerializer).
/// </summary>
internal sealed class HeapSnapshotReader : IRecordingReader
{
    /// <summary>Numbers of one object or reference; V8 writes at most 7.</summary>
    private const int MostNumbers = 64;

    private delegate bool AddRow(ReadOnlySpan<long> row);

    private readonly CoverageBuilder _coverage = new();
    private readonly HeapSnapshotMeta _meta = new();
    private HeapSnapshotGraph? _graph;
    private long _nodes, _edges;
    private bool _hasEdges;

    /// <summary>Whether a block is the beginning of a heap snapshot.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        block = JsonElements.WithoutBlanks(block);
        return block.StartsWith("{"u8) && block[1..].TrimStart(" \t\r\n"u8).StartsWith("\"snapshot\""u8)
            && block.IndexOf("\"node_fields\""u8) >= 0;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _graph?.MemoryBytes ?? 0);
        var isolate = new IsolateRecording(NodeFormats.HeapSnapshot, context.Files, _coverage, processId: null);
        isolate.Recording.HasCollections = false;
        var json = new JsonScanner(stream);
        if (ReadSections(json) is { } fault)
        {
            var cause = json.Failure is { } failure ? $"reading stopped: {failure.Message}" : fault;
            _coverage.Add($"The heap snapshot is incomplete, and its objects are not counted: {cause} ({ReadSoFar()}).", unreadable: true);
        }
        else
        {
            isolate.Recording.HeapGraph = _graph!.Build();
            if (_graph.Fault is { } damage)
                _coverage.Add($"The heap snapshot is damaged, and its objects are not counted: {damage}.", unreadable: true);
        }

        _coverage.Lines = 1;
        return [isolate.Build()];
    }

    private string ReadSoFar() => _nodes == 0 ? "no object was read"
        : $"read were {Of(_nodes, _meta.Nodes)} objects and {Of(_edges, _meta.Edges)} references";

    private static string Of(long read, long? all) =>
        Quantities.Count(read) + (all is >= 0 and var announced ? $" of {Quantities.Count(announced)}" : "");

    /// <summary>Reads all sections; gives what is wrong as a clause, or null.</summary>
    private string? ReadSections(JsonScanner json)
    {
        if (json.Next() != JsonMark.ObjectStart) return "it does not begin as one";
        while (true)
        {
            var mark = json.Next();
            if (mark == JsonMark.ObjectEnd) return _hasEdges ? "it has no texts" : "it has no objects";
            if (mark != JsonMark.Key) return "the file ends too early, or is damaged";
            var key = json.Raw;
            if (key.SequenceEqual("snapshot"u8))
            {
                if (!_meta.TryRead(json)) return "the file ends in its description";
                if (!_meta.IsComplete || Math.Max(_meta.NodeWidth, _meta.EdgeWidth) > MostNumbers) return "its description lacks fields";
                _graph = new HeapSnapshotGraph(_meta);
            }
            else if (key.SequenceEqual("nodes"u8))
            {
                if (ReadNodes(json) is { } fault) return fault;
            }
            else if (key.SequenceEqual("edges"u8))
            {
                if (ReadEdges(json) is { } fault) return fault;
            }
            else if (key.SequenceEqual("strings"u8))
            {
                return ReadTexts(json);
            }
            else if (!Pass(json))
            {
                return "the file ends too early, or is damaged";
            }
        }
    }

    private string? ReadNodes(JsonScanner json)
    {
        if (_graph is not { } graph || _nodes > 0 || json.Next() != JsonMark.ArrayStart) return "its objects are at the wrong place";
        if (ReadRows(json, _meta.NodeWidth, graph.AddNode, ref _nodes, out var isCut) is not { } mark) return graph.Fault;
        if (mark != JsonMark.ArrayEnd) return "the file ends in its objects, or is damaged there";
        return isCut || (_meta.Nodes is { } announced && announced != _nodes) ? "its head announces another number of objects" : null;
    }

    private string? ReadEdges(JsonScanner json)
    {
        if (_graph is not { } graph || _hasEdges || json.Next() != JsonMark.ArrayStart) return "its references are at the wrong place";
        if (ReadRows(json, _meta.EdgeWidth, graph.AddEdge, ref _edges, out var isCut) is not { } mark) return graph.Fault;
        if (mark != JsonMark.ArrayEnd || isCut) return "the file ends in its references, or is damaged there";
        _hasEdges = true;
        return graph.EndEdges() ? null : graph.Fault;
    }

    /// <summary>Reads rows of numbers and counts them. Gives the mark behind them; null where a row is not taken.</summary>
    /// <param name="isCut">Whether the last row lacks numbers.</param>
    private static JsonMark? ReadRows(JsonScanner json, int width, AddRow add, ref long count, out bool isCut)
    {
        Span<long> row = stackalloc long[MostNumbers];
        row = row[..width];
        var at = 0;
        isCut = false;
        JsonMark mark;
        while ((mark = json.Next()) == JsonMark.Number)
        {
            row[at++] = json.Number;
            if (at < row.Length) continue;
            at = 0;
            if (!add(row)) return null;
            count++;
        }

        isCut = at != 0;
        return mark;
    }

    private string? ReadTexts(JsonScanner json)
    {
        if (_graph is not { } graph || !_hasEdges || json.Next() != JsonMark.ArrayStart) return "its texts are at the wrong place";
        JsonMark mark;
        while ((mark = json.Next()) == JsonMark.Text) graph.AddText(json);
        return mark == JsonMark.ArrayEnd ? null : "the file ends in its texts, or is damaged there";
    }

    /// <summary>Passes over a value.</summary>
    private static bool Pass(JsonScanner json)
    {
        long depth = 0;
        while (true)
        {
            switch (json.Next())
            {
                case JsonMark.End: return false;
                case JsonMark.ObjectStart or JsonMark.ArrayStart: depth++; break;
                case JsonMark.ObjectEnd or JsonMark.ArrayEnd when --depth <= 0: return depth == 0;
                case JsonMark.Text or JsonMark.Number or JsonMark.Word when depth == 0: return true;
            }
        }
    }
}
