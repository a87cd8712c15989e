using System.Text;
using System.Text.Json;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Diagnostic reports of Node.js.</summary>
public class DiagnosticReportReaderTests
{
    private const string Exhausted = "rules/exhausted.report.gz", Healthy = "rules/healthy.report.gz";

    [Theory]
    [InlineData(Exhausted, true)]
    [InlineData(Healthy, false)]
    public void DiagnosticReportReader_RealReport_HasTheStateOfTheHeap(string file, bool isOutOfMemory)
    {
        var bytes = NodeSamples.Bytes(file);
        using var json = JsonDocument.Parse(bytes);
        var heap = json.RootElement.GetProperty("javascriptHeap");
        var recording = Assert.Single(Samples.Of(bytes));
        var state = recording.HeapState!;
        Assert.Equal(NodeFormats.DiagnosticReport, recording.Source.Format);
        Assert.Equal(isOutOfMemory, state.IsOutOfMemory);
        Assert.Equal(json.RootElement.GetProperty("header").GetProperty("event").GetString(), state.Event);
        Assert.Equal(heap.GetProperty("usedMemory").GetInt64(), state.UsedBytes);
        Assert.Equal(heap.GetProperty("memoryLimit").GetInt64(), state.LimitBytes);
        Assert.Equal(
            heap.GetProperty("heapSpaces").EnumerateObject().Select(space => space.Value.GetProperty("used").GetInt64())
                .Where(used => used > 0).OrderDescending(),
            state.Spaces.Select(space => space.UsedBytes));
        Assert.Equal("old_space", state.Spaces[0].Name);
        Assert.Equal(json.RootElement.GetProperty("header").GetProperty("processId").GetInt32(), recording.Source.ProcessId);
        Assert.Equal("20.20.2", recording.Source.RuntimeVersion);
        Assert.NotNull(recording.Clock.StartedAt);
        Assert.StartsWith("node ", recording.Source.Command!, StringComparison.Ordinal);
    }

    [Fact]
    public void DiagnosticReportReader_CutAnywhere_IsANote()
    {
        var bytes = NodeSamples.Bytes(Exhausted);
        for (var length = 600; length < bytes.Length - 3; length += 53)
            Assert.True(Assert.Single(Samples.Of(bytes[..length])).Coverage.Unreadable);
    }

    [Theory]
    [InlineData("\"usedMemory\": -5")]
    [InlineData("\"usedMemory\": 1e300")]
    [InlineData("\"usedMemory\": \"many\"")]
    [InlineData("\"usedMemory\": [[[[[[{\"header\":{\"event\":7}}]]]]]]")]
    public void DiagnosticReportReader_ImpossibleSize_IsANote(string field)
    {
        var text = Encoding.UTF8.GetString(NodeSamples.Bytes(Exhausted));
        var at = text.IndexOf("\"usedMemory\"", StringComparison.Ordinal);
        var damaged = text[..at] + field + text[text.IndexOf(',', at)..];
        var recording = Assert.Single(Samples.Of(damaged));
        Assert.Null(recording.HeapState);
        Assert.True(recording.Coverage.Unreadable);
    }
}
