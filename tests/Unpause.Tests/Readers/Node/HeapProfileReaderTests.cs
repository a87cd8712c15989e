using System.Text;
using System.Text.Json;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Profiles of V8's sampling heap profiler.</summary>
public class HeapProfileReaderTests
{
    private const string Sample = "profiles/allocates.heapprofile";

    [Fact]
    public void HeapProfileReader_RealProfile_HasTheBytesOfEachPlace()
    {
        var recording = Assert.Single(Samples.Of(NodeSamples.Bytes(Sample)));
        Assert.Equal(NodeFormats.HeapProfile, recording.Source.Format);
        using var json = JsonDocument.Parse(NodeSamples.Bytes(Sample));
        var sizes = new List<long>();
        var open = new Stack<JsonElement>([json.RootElement.GetProperty("head")]);
        while (open.TryPop(out var node))
        {
            if (node.GetProperty("selfSize").GetInt64() is > 0 and var size) sizes.Add(size);
            foreach (var child in node.GetProperty("children").EnumerateArray()) open.Push(child);
        }

        Assert.Equal(sizes.OrderDescending(), recording.LiveHeap!.Sites.Select(site => site.Bytes));
        var most = recording.LiveHeap.Sites[0];
        Assert.StartsWith("keepNumbers (", most.Stack[0], StringComparison.Ordinal);
        // The program knows what it kept; samples of 32 KiB are an estimate.
        var known = JsonDocument.Parse(NodeSamples.Bytes("profiles/allocates.json")).RootElement.GetProperty("numbers").GetInt64();
        Assert.InRange(most.Bytes, 0.8 * known, 1.2 * known);
        Assert.DoesNotContain(
            recording.LiveHeap.Sites, site => site.Stack[0].StartsWith("drop", StringComparison.Ordinal) && site.Bytes > known / 10);
    }

    [Fact]
    public void HeapProfileReader_DeepTree_IsReadWithoutRecursion()
    {
        const int Depth = 40_000;
        var text = new StringBuilder("{\"head\":");
        for (var i = 0; i < Depth; i++)
            text.Append("{\"callFrame\":{\"functionName\":\"f\",\"url\":\"\",\"lineNumber\":1},\"selfSize\":2,\"children\":[");
        for (var i = 0; i < Depth; i++) text.Append("]}");
        text.Append(",\"samples\":[]}");
        var recording = Assert.Single(Samples.Of(text.ToString()));
        Assert.False(recording.Coverage.Unreadable);
        Assert.Equal(2L * Depth, recording.LiveHeap!.Sites.Sum(site => site.Bytes));
    }

    [Fact]
    public void HeapProfileReader_CutAnywhere_IsANote()
    {
        var bytes = NodeSamples.Bytes(Sample);
        for (var length = 1_000; length < bytes.Length - 1; length += 101)
            Assert.True(Assert.Single(Samples.Of(bytes[..length])).Coverage.Unreadable);
    }
}
