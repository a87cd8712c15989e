using System.Text.Json;
using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Node.Profiles;

/// <summary>
/// Reads profiles of V8's sampling heap profiler (<c>.heapprofile</c>: <c>node --heap-prof</c>, Chrome's developer tools): a tree of calls
/// with the bytes that each place allocated and that were in use at the end, scaled up by V8. Single samples are not read. Source: Chrome
/// DevTools Protocol, HeapProfiler.SamplingHeapProfile; V8, src/profiler/sampling-heap-profiler.cc.
/// </summary>
internal sealed class HeapProfileReader : IRecordingReader
{
    private const string Basis = "V8's sampling heap profile: what was allocated while it ran and was still in use at its end; "
        + "one sample in 512 KiB on average unless set otherwise (not recorded), scaled to all";

    private readonly CoverageBuilder _coverage = new();
    private readonly CallTree _tree = new();

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether a block is the beginning of a profile.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        block = JsonElements.WithoutBlanks(block);
        return block.StartsWith("{"u8) && block[1..].TrimStart(" \t\r\n"u8).StartsWith("\"head\""u8)
            && block.IndexOf("\"callFrame\""u8) >= 0 && block.IndexOf("\"selfSize\""u8) >= 0;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var bytes = ProfileBytes.Read(stream, out var fault);
        if ((Fault = fault) is not null) return [];
        context.Memory.Watch(() => bytes.Length + (100L * _tree.Count));
        try
        {
            ReadTree(JsonElements.WithoutBlanks(bytes.Span));
        }
        catch (JsonException)
        {
            _coverage.Add("The profile has no end, or is damaged: what follows is missing.", unreadable: true);
        }

        if (_tree.IsFull)
            _coverage.Add($"The profile has more than {Quantities.Count(Limits.ProfileEntries)} places: the others are left out.");
        _coverage.Lines = 1;
        var isolate = new IsolateRecording(NodeFormats.HeapProfile, context.Files, _coverage, processId: null);
        isolate.Recording.HasCollections = false;
        isolate.Recording.LiveHeap = new HeapInUse(Sites(), Basis);
        return [isolate.Build()];
    }

    /// <summary>Goes through the calls within calls, of which only the open ones are remembered.</summary>
    private void ReadTree(ReadOnlySpan<byte> bytes)
    {
        var json = new Utf8JsonReader(bytes, ProfileFrames.Options);
        json.Read();
        var open = new Stack<int>();
        while (json.Read())
        {
            switch (json.TokenType)
            {
                case JsonTokenType.StartObject:
                    var node = _tree.Add();
                    if (open.TryPeek(out var caller) && caller != node) _tree.SetParent(node, caller);
                    open.Push(node);
                    break;
                case JsonTokenType.EndObject when open.Count > 0:
                    open.Pop();
                    break;
                case JsonTokenType.PropertyName when open.Count == 0:
                    if (!json.ValueSpan.SequenceEqual("head"u8)) json.Skip();
                    break;
                case JsonTokenType.PropertyName:
                    ReadField(ref json, open.Peek());
                    break;
            }
        }
    }

    private void ReadField(ref Utf8JsonReader json, int node)
    {
        // What is called follows in an array of objects of the same kind.
        if (json.ValueSpan.SequenceEqual("children"u8)) return;
        var isFrame = json.ValueSpan.SequenceEqual("callFrame"u8);
        var isSize = json.ValueSpan.SequenceEqual("selfSize"u8);
        json.Read();
        if (isFrame && json.TokenType == JsonTokenType.StartObject) _tree.Name(node, ProfileFrames.Read(ref json));
        else if (isSize) _tree.AddHits(node, ProfileFrames.Number(in json));
        else json.Skip();
    }

    private List<AllocationSite> Sites()
    {
        var largest = Enumerable.Range(0, _tree.Count).Where(node => _tree.Hits(node) > 0).OrderByDescending(_tree.Hits).ToList();
        var sites = largest.Take(Limits.AllocationSites)
            .Select(node => new AllocationSite(null, AllocationHeap.Small, _tree.Hits(node), 0, Stack(node))).ToList();
        if (largest.Count > sites.Count)
        {
            var rest = Total.Sum(largest.Skip(sites.Count), _tree.Hits);
            sites.Add(new AllocationSite(null, AllocationHeap.Small, rest, 0, []));
        }

        return sites;
    }

    private List<string> Stack(int node)
    {
        var stack = new List<string>();
        for (var at = node; at >= 0 && stack.Count < Limits.StackFrames; at = _tree.Parent(at))
        {
            if (_tree.Name(at) != CallTree.Root) stack.Add(_tree.Name(at));
        }

        return stack;
    }
}
