using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Node;
using Unpause.Recordings.Waits;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Files of the Node.js agent, alone and with the trace of the same process. Whatever the bytes: the same, or a note.</summary>
public class NodeAgentReaderTests
{
    private const long Ms = 1_000_000;

    private static readonly byte[] Made = new NodeAgentFile()
        .Block(1, 100 * Ms, 180 * Ms, 80_000)
        .Block(2, 300 * Ms, 350 * Ms, 5_000)
        .Request(1, 90 * Ms, 190 * Ms, "GET /orders/17?x=1")
        .Request(2, 95 * Ms, 95 * Ms, "GET /items/:id", 503)
        .Bytes;

    [Fact]
    public void NodeAgentReader_File_HasRequestsBlocksAndTime()
    {
        var recording = Assert.Single(Samples.Of(Made));
        var source = recording.Source;
        Assert.Equal((NodeFormats.Agent, "20.20.2", 4321), (source.Format, source.RuntimeVersion, source.ProcessId));
        Assert.Equal("node app.js", source.Command);
        Assert.Equal(["GET /items/:id", "GET /orders/{id}"], recording.Requests!.Names.Order(StringComparer.Ordinal));
        Assert.Equal((2, 1L), (recording.Requests.Requests.Count, recording.Requests.Failed));
        Assert.Equal(100 * Ms, recording.Requests.Requests[1].DurationNanoseconds);
        var loop = Assert.Single(recording.OtherWaits);
        Assert.Equal((2L, 130 * Ms, 80 * Ms), (loop.Count, loop.TotalNanoseconds, loop.LongestNanoseconds));
        Assert.Equal(85 / 130.0, loop.CpuShare!.Value, 6);
        Assert.Equal(1_700_000_000, recording.Clock.StartedAt!.Value.ToUnixTimeSeconds());
        Assert.Equal(1000 * Ms, recording.DurationNanoseconds);
        Assert.Empty(recording.Coverage.Notes);
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
    }

    [Fact]
    public void NodeAgentReader_CutAtEveryByte_IsRead()
    {
        for (var length = 8; length < Made.Length; length++)
        {
            var recording = Read(Made[..length]);
            var most = Math.Clamp((length - NodeAgentFile.RequestsAt) / 128, 0, 2);
            Assert.Equal(most, recording.Requests?.Requests.Count ?? 0);
            if (most < 2) Assert.True(recording.Coverage.Unreadable, $"cut at {length}");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void NodeAgentReader_AnyChunking_GivesTheSameRecording(int seed)
    {
        var trickled = new NodeAgentReader().Read(new TricklingStream(Made, seed, 100), new ReadContext(["x"]));
        Assert.Equal(Read(Made).Requests!.Requests.ToList(), Assert.Single(trickled).Requests!.Requests.ToList());
    }

    [Theory]
    [InlineData(8, 2u)]
    [InlineData(12, uint.MaxValue)]
    [InlineData(12, 64u)]
    [InlineData(16, 0u)]
    [InlineData(28, uint.MaxValue)]
    [InlineData(36, uint.MaxValue)]
    [InlineData(76, uint.MaxValue)]
    [InlineData(80, uint.MaxValue)]
    [InlineData(84, uint.MaxValue)]
    [InlineData(88, uint.MaxValue)]
    [InlineData(88, 0u)]
    [InlineData(92, 1u << 19)]
    [InlineData(96, 0u)]
    [InlineData(100, 0u)]
    public void NodeAgentReader_HeaderOutOfBounds_GivesANote(int at, uint value)
    {
        var bytes = new NodeAgentFile().Request(1, 0, Ms, "GET /").Words(at, value).Bytes;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var recording = Read(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.Null(recording.Requests);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void NodeAgentReader_ImpossibleRecords_AreLeftOut()
    {
        var file = new NodeAgentFile()
            .Request(1, 5 * Ms, 4 * Ms, "GET /ends-before")
            .Request(2, 5 * Ms, 6 * Ms, "GET /good")
            .Request(3, 5 * Ms, 6 * Ms, "GET /torn").Words(NodeAgentFile.RequestsAt + (2 * 128) + 52, 9)
            .Block(1, -5 * Ms, 4 * Ms).Block(2, 50 * Ms, 90 * Ms).Block(3, 60 * Ms, 99 * Ms).Block(4, 200 * Ms, long.MaxValue / 2);
        var recording = Read(file.Long(64, -1).Bytes);
        Assert.Single(recording.Requests!.Requests);
        Assert.Equal(1, Assert.Single(recording.OtherWaits).Count);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void NodeAgentReader_MoreThanTheRing_KeepsTheLatest()
    {
        var file = new NodeAgentFile();
        for (var number = 1; number <= 20; number++) file.Request(number, number * Ms, (number * Ms) + 1, $"GET /a{number}x");
        var recording = Read(file.Bytes);
        Assert.Equal(NodeAgentFile.Requests, recording.Requests!.Requests.Count);
        Assert.Equal(13 * Ms, recording.Requests.Requests[0].StartNanoseconds);
        Assert.Contains("12", Assert.Single(recording.Coverage.Notes).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void NodeAgentReader_RandomBytes_NeverThrow()
    {
        var random = new Random(45);
        for (var round = 0; round < 300; round++)
        {
            var bytes = (byte[])Made.Clone();
            for (var i = 0; i < 20; i++) bytes[random.Next(8, bytes.Length)] = (byte)random.Next(256);
            Read(bytes);
        }
    }

    /// <summary>A collection of 40 ms in a block of 80 ms, and one that fills another block.</summary>
    [Fact]
    public void RequestsOfTrace_SameProcess_IsOneRecordingWithoutGcInBlocks()
    {
        var recording = Assert.Single(Load(Trace(4321), Made));
        Assert.Equal(NodeFormats.TraceEvents, recording.Source.Format);
        Assert.Equal((2, 2), (recording.Collections.Count, recording.Source.Files.Count));
        // The trace begins one second earlier.
        Assert.Equal(1095 * Ms, recording.Requests!.Requests[0].StartNanoseconds);
        Assert.Equal(NodeAgentFile.Wall - 1_000_000_000, UnixTime.Nanoseconds(recording.Clock.StartedAt!.Value));
        var loop = recording.OtherWaits.Single(wait => wait.What == OtherWait.EventLoop);
        Assert.Equal((1L, 40 * Ms), (loop.Count, loop.TotalNanoseconds));
        Assert.Equal([(1100 * Ms, 1120 * Ms), (1160 * Ms, 1180 * Ms)], loop.Times!);
        // Of 100 ms of the only slow request, 40 were blocked and 40 collected.
        Assert.Equal(0.4, loop.ShareOfSlowRequests!.Value, 6);
        Assert.Equal(0.2, recording.OtherWaits.Single(wait => wait.What == OtherWait.Unknown).ShareOfSlowRequests!.Value, 6);
    }

    [Fact]
    public void RequestsOfTrace_OtherProcess_StaysApart() => Assert.Equal(2, Load(Trace(99), Made).Count);

    /// <summary>A file of the same process number from another run.</summary>
    [Fact]
    public void RequestsOfTrace_OtherTime_StaysApart()
    {
        var file = new NodeAgentFile().Request(1, 0, Ms, "GET /").Long(24, 50 * NodeAgentFile.Started).Bytes;
        Assert.Equal(2, Load(Trace(4321), file).Count);
    }

    /// <summary>A killed process loses the last second of its trace, and less of its requests.</summary>
    [Fact]
    public void RequestsOfTrace_RequestsAfterTheTrace_AreLeftOut()
    {
        var file = new NodeAgentFile().Request(1, 0, Ms, "GET /").Request(2, 900 * Ms, 950 * Ms, "GET /");
        var recording = Assert.Single(Load(Trace(4321), file.Bytes));
        Assert.Single(recording.Requests!.Requests);
        Assert.Null(recording.Requests.Failed);
    }

    private static Recording Read(byte[] bytes) =>
        Assert.Single(new NodeAgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));

    private static IReadOnlyList<Recording> Load(params byte[][] files) => RuntimeTable.Default.Load(
        [.. files.Select((bytes, i) => new RecordingInput($"file{i}", () => new MemoryStream(bytes)))]).Recordings;

    /// <summary>A trace that begins one second before the agent's file, with two collections.</summary>
    private static byte[] Trace(int process)
    {
        var events = new List<string>();
        var who = $"\"pid\":{process},\"tid\":{process}";
        events.Add($$$"""{{{{who}}},"ts":4000000,"ph":"M","cat":"__metadata","name":"version","args":{"version":"20.20.2"}}""");
        foreach (var (start, end) in new[] { (5_120_000, 5_160_000), (5_298_000, 5_349_000) })
        {
            var common = $"{who},\"cat\":\"v8\",\"name\":\"MinorGC\"";
            events.Add($$$"""{{{{common}}},"ts":{{{start}}},"ph":"B","args":{"usedHeapSizeBefore":9,"type":"task"}}""");
            events.Add($$$"""{{{{common}}},"ts":{{{end}}},"ph":"E","args":{"usedHeapSizeAfter":4}}""");
        }

        return System.Text.Encoding.UTF8.GetBytes($$$"""{"traceEvents":[{{{string.Join(",\n", events)}}}]}""");
    }
}
