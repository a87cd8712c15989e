using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go.Agent;

namespace Unpause.Tests.Readers.Go;

/// <summary>Whatever the bytes: the same events, or a note; no exception, no large allocation.</summary>
public class GoAgentHostileTests
{
    private const long Millisecond = 1_000_000;

    private static readonly byte[] Made = new GoAgentFile()
        .Sample(1, 0, (0, 0), (16, 0.5))
        .Cycle(1, 1, 100 * Millisecond, Millisecond, 150 * Millisecond)
        .Cycle(2, 2, 140 * Millisecond, Millisecond, 150 * Millisecond)
        .Sample(2, 151 * Millisecond, (0, 2), (3, 1000), (16, 0.75))
        .Request(1, 5 * Millisecond, 2 * Millisecond, 1)
        .Request(2, 90 * Millisecond, 20 * Millisecond, 2)
        .Bytes;

    [Fact]
    public void GoAgentReader_CutAtEveryByte_KeepsWholeRecordsWithANote()
    {
        var whole = Read(Made);
        Assert.False(whole.Coverage.Unreadable);
        for (var length = 8; length < Made.Length; length++)
        {
            var recording = Read(Made[..length]);
            Assert.True(recording.Coverage.Unreadable, $"cut at {length}");
            var cycles = Math.Clamp((length - GoAgentFile.HeaderBytes) / 64, 0, 2);
            Assert.Equal(whole.Collections.Take(cycles).Select(collection => collection.Number), Numbers(recording));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void GoAgentReader_AnyChunking_GivesTheSameRecording(int seed) => Assert.Equal(
        Samples.Describe([Read(Made)]),
        Samples.Describe(new GoAgentReader().Read(new TricklingStream(Made, seed, 100), new ReadContext(["x"]))));

    [Fact]
    public void GoAgentReader_Detection_IgnoresNameAndText()
    {
        Assert.Equal("go-agent", Assert.Single(Samples.Of(Made)).Source.Format);
        Assert.Empty(Samples.Of([.. "a line\n"u8, .. Made]));
    }

    [Theory]
    [InlineData(8, 2u)]
    [InlineData(12, uint.MaxValue)]
    [InlineData(12, 64u)]
    [InlineData(16, 0u)]
    [InlineData(16, uint.MaxValue)]
    [InlineData(64, uint.MaxValue)]
    [InlineData(68, uint.MaxValue)]
    [InlineData(68, 1u << 17)]
    [InlineData(72, uint.MaxValue)]
    [InlineData(80, uint.MaxValue)]
    [InlineData(84, uint.MaxValue)]
    [InlineData(88, 1020u)]
    [InlineData(92, uint.MaxValue)]
    [InlineData(96, 0u)]
    [InlineData(100, 0u)]
    [InlineData(104, uint.MaxValue)]
    public void GoAgentReader_HeaderOutOfBounds_GivesANote(int at, uint value)
    {
        var bytes = new GoAgentFile().Word(at, value).Bytes;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var recording = Read(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.Empty(recording.Collections);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void GoAgentReader_ClaimedLargeRings_TakeNoMemory()
    {
        var bytes = new GoAgentFile().Bytes;
        void Word(int at, uint value) => BitConverter.TryWriteBytes(bytes.AsSpan(at), value);
        const uint Most = 1 << 22;
        Word(64, Most);
        Word(72, Most);
        Word(100, GoAgentFile.HeaderBytes + (Most * 64));
        Word(104, GoAgentFile.HeaderBytes + (Most * 64) + (4 * 1024));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.True(Read(bytes).Coverage.Unreadable);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void GoAgentReader_ImpossibleRecords_AreCounted()
    {
        var file = new GoAgentFile().Sample(1, 0).Sample(2, 200 * Millisecond)
            .Cycle(1, 5, 100 * Millisecond, Millisecond, 110 * Millisecond)
            .Cycle(2, 4, 120 * Millisecond, Millisecond, 130 * Millisecond)
            .Cycle(3, 6, 140 * Millisecond, -1, 150 * Millisecond)
            .Request(1, -1, 1, 1).Request(2, 1, long.MaxValue, 1).Request(3, 1, 1, uint.MaxValue);
        // A number at one end only: it was being written.
        file.Long(GoAgentFile.HeaderBytes + (3 * 64), 4);
        var recording = Read(file.Bytes);
        Assert.Equal([5L], Numbers(recording));
        Assert.Equal("other", recording.Requests!.Names[Assert.Single(recording.Requests.Requests).Name]);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("Left out 4 records: impossible", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("Left out 1 record: still being written",
            StringComparison.Ordinal));
    }

    [Fact]
    public void GoAgentReader_DamagedBytes_DoNotThrowAndKeepTimeOrder()
    {
        for (var seed = 0; seed < 3000; seed++)
        {
            var random = new Random(seed);
            var bytes = (byte[])Made.Clone();
            var from = seed % 2 == 0 ? 8 : GoAgentFile.HeaderBytes;
            for (var i = random.Next(1, 40); i > 0; i--) bytes[random.Next(from, bytes.Length)] = (byte)random.Next(256);
            var recording = Read(bytes);
            Assert.All(recording.Pauses, pause => Assert.True(pause.DurationNanoseconds >= 0));
            if (recording.Requests is { } requests)
            {
                Assert.All(requests.Requests, request => Assert.InRange(request.Name, 0, requests.Names.Count - 1));
            }

            var ends = recording.Pauses.Select(pause => pause.EndNanoseconds).ToList();
            Assert.Equal(ends.Order(), ends);
        }
    }

    [Fact]
    public void GoAgentReader_DiskError_GivesANote()
    {
        var stream = new TricklingStream(Made[..^100], 1, 4096, new IOException("bad sector"));
        Assert.True(Assert.Single(new GoAgentReader().Read(stream, new ReadContext(["x"]))).Coverage.Unreadable);
    }

    private static List<long> Numbers(Recording recording) => [.. recording.Collections.Select(collection => collection.Number)];

    private static Recording Read(byte[] bytes) =>
        Assert.Single(new GoAgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
}
