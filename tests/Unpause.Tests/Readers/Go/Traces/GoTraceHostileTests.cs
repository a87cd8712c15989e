using System.Text;
using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;
using Unpause.Recordings.Readers.Go.Traces;

namespace Unpause.Tests.Readers.Go.Traces;

/// <summary>Whatever the bytes: what can be read, and a note; no exception, and an end.</summary>
public class GoTraceHostileTests
{
    [Theory]
    [MemberData(nameof(GoTraceReaderTests.Versions), MemberType = typeof(GoTraceReaderTests))]
    public void GoTraceReader_TruncatedTrace_IsReadUpToTheCut(string version)
    {
        var real = GoTraceReaderTests.Bytes(version);
        var whole = Assert.Single(GoTraceReaderTests.Read(real));
        foreach (var share in new[] { 0.2, 0.5, 0.9, 0.999 })
        {
            var recording = Assert.Single(GoTraceReaderTests.Read(real[..(int)(real.Length * share)]));
            Assert.Contains(recording.Coverage.Notes, note => note.Unreadable);
            Assert.InRange(recording.Stops!.Count, 0, whole.Stops!.Count);
        }
    }

    [Theory]
    [MemberData(nameof(GoTraceReaderTests.Versions), MemberType = typeof(GoTraceReaderTests))]
    public void GoTraceReader_BrokenBytes_GiveANote(string version)
    {
        var real = GoTraceReaderTests.Bytes(version);
        var random = new Random(version.Length);
        for (var i = 0; i < 40; i++)
        {
            var bytes = (byte[])real.Clone();
            for (var flips = 0; flips <= i; flips++) bytes[random.Next(GoTraceHeader.Length, bytes.Length)] = (byte)random.Next(256);
            foreach (var recording in GoTraceReaderTests.Read(bytes)) Check(recording);
        }
    }

    [Theory]
    [MemberData(nameof(GoTraceReaderTests.Versions), MemberType = typeof(GoTraceReaderTests))]
    public void GoTraceReader_AnyChunking_GivesTheSameRecording(string version)
    {
        var real = GoTraceReaderTests.Bytes(version);
        var whole = Assert.Single(GoTraceReaderTests.Read(real));
        var slow = Assert.Single(new GoTraceReader().Read(new TricklingStream(real, 3), new ReadContext(["x"])));
        Assert.Equal(whole.Stops!.ToList(), slow.Stops!.ToList());
        Assert.Equal(whole.Requests!.Requests.ToList(), slow.Requests!.Requests.ToList());
    }

    [Theory]
    [InlineData(22)]
    [InlineData(26)]
    [InlineData(19)]
    public void GoTraceReader_RandomBytes_Terminates(int minor)
    {
        var random = new Random(minor);
        for (var length = 0; length < 3000; length += 97)
        {
            var bytes = new byte[GoTraceHeader.Length + length];
            random.NextBytes(bytes);
            Encoding.ASCII.GetBytes($"go 1.{minor} trace\0\0\0").CopyTo(bytes, 0);
            foreach (var recording in GoTraceReaderTests.Read(bytes)) Check(recording);
        }
    }

    [Fact]
    public void GoTraceReader_ClaimedLengths_TakeNoMemory()
    {
        // A batch, a text and a stack with the largest possible lengths.
        byte[] most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        foreach (var head in new byte[][] { [1, 1, 1, 1], [37], [0xc3] })
        {
            foreach (var minor in new[] { 19, 22, 26 })
            {
                byte[] bytes = [.. Encoding.ASCII.GetBytes($"go 1.{minor} trace\0\0\0"), .. head, .. most, .. most];
                var before = GC.GetAllocatedBytesForCurrentThread();
                GoTraceReaderTests.Read(bytes);
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_000_000);
            }
        }
    }

    [Theory]
    [InlineData("go 1.5 trace\0\0\0\0", "an execution trace of Go 1.5")]
    [InlineData("go 1.99 trace\0\0\0", "an execution trace of Go 1.99")]
    public void GoTraceReader_UnknownVersion_IsNamed(string head, string expected)
    {
        var reader = new GoTraceReader();
        Assert.Empty(reader.Read(new MemoryStream(Encoding.ASCII.GetBytes(head)), new ReadContext(["x"])));
        Assert.Contains(expected, reader.Fault, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("go 1.22 trace\0\0\0", true)]
    [InlineData("go 1.22 trace\0\0x", false)]
    [InlineData("go 1.22 tracer\0\0", false)]
    [InlineData("go 2.22 trace\0\0\0", false)]
    [InlineData("go 1. trace\0\0\0\0\0", false)]
    [InlineData("go 1.22 trace\0", false)]
    public void GoTraceReader_PartialHeader_IsNotDetected(string head, bool expected) =>
        Assert.Equal(expected, GoTraceReader.Recognises(Encoding.ASCII.GetBytes(head)));

    private static void Check(Recording recording)
    {
        Assert.True(recording.DurationNanoseconds >= 0);
        foreach (var stop in recording.Stops!) Assert.True(stop.DurationNanoseconds >= 0);
        for (var i = 0; i < (recording.Requests?.Requests.Count ?? 0); i++)
        {
            Assert.True(recording.Requests!.Requests[i].DurationNanoseconds >= 0);
            Assert.Equal(recording.Requests.Requests[i].DurationNanoseconds, recording.Requests.Times![i].Sum);
        }
    }

    /// <summary>Found by tests/fuzz: each ended the reader, or the analysis of what it gave.</summary>
    [Theory]
    [InlineData("empty-text-first")]
    [InlineData("empty-stack-first")]
    [InlineData("cycle-ends-in-sweep-stop")]
    public void GoTraceReader_DamagedTrace_PausesHaveACycle(string name)
    {
        foreach (var recording in Tests.Samples.Load("tests", "Unpause.Tests", "fixtures", "go", $"{name}.trace"))
        {
            Assert.All(recording.Pauses, pause => Assert.InRange(pause.Collection, 0, recording.Collections.Count - 1));
            AnalysedProcess.From(recording);
        }
    }

    [Fact]
    public void GoTraceReader_LiveHeapAfterTheLastCycle_BelongsToNone()
    {
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = "go-trace", Runtime = Runtimes.Go },
            Clock = new Clock(null, 1, "made"),
        };
        var cycles = new TracedCycles(recording);
        cycles.Stop(1, StopReasons.Mark);
        cycles.Stop(2, "other");
        cycles.GcEnded(3);
        cycles.Heap(4);
        cycles.Finish();
        Assert.Null(Assert.Single(recording.Collections).HeapAfterBytes);
    }
}
