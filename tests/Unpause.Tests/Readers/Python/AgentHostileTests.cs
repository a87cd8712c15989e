using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Tests.Readers.Python;

/// <summary>Whatever the bytes: the same events, or a note; no exception, no large allocation.</summary>
public class AgentHostileTests
{
    private static readonly byte[] Real = File.ReadAllBytes(RepositoryFolder.File("samples", "python", "recommend-fixed.upgc"));

    [Fact]
    public void AgentHostile_CutAtEveryByte_KeepsWholeRecordsWithANote()
    {
        var whole = Read(Real);
        var records = (Real.Length - AgentFile.HeaderBytes) / 64;
        Assert.Equal(records, Count(whole));
        for (var length = 8; length < Real.Length; length += length is > 200 and < 16_300 ? 97 : 1)
        {
            var recording = Read(Real[..length]);
            Assert.Equal(Math.Max(0, (length - AgentFile.HeaderBytes) / 64), Count(recording));
            for (var i = 0; i < recording.Pauses.Count; i++) Assert.Equal(whole.Pauses[i], recording.Pauses[i]);
            Assert.True(recording.Coverage.Unreadable, $"cut at {length}");
        }
    }

    private static int Count(Recording recording) => recording.Collections.Count + (recording.AtExit?.Collections.Count ?? 0);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void AgentHostile_AnyChunking_GivesTheSameRecording(int seed) => Assert.Equal(
        Samples.Describe([Read(Real)]),
        Samples.Describe(new AgentReader().Read(new TricklingStream(Real, seed, 500), new ReadContext(["x"]))));

    [Fact]
    public void AgentHostile_Detection_IgnoresNameAndText()
    {
        Assert.Equal("python-agent", Assert.Single(Samples.Of(Real)).Source.Format);
        Assert.Empty(Samples.Of([.. "a line\n"u8, .. Real]));
    }

    [Theory]
    [InlineData(8, 2u)]
    [InlineData(12, uint.MaxValue)]
    [InlineData(12, 64u)]
    [InlineData(16, 63u)]
    [InlineData(20, 0u)]
    [InlineData(20, uint.MaxValue)]
    [InlineData(24, uint.MaxValue)]
    [InlineData(68, uint.MaxValue)]
    [InlineData(72, uint.MaxValue)]
    [InlineData(76, uint.MaxValue)]
    [InlineData(80, 16_384u)]
    public void AgentHostile_HeaderOutOfBounds_GivesANote(int at, uint value)
    {
        var bytes = new AgentFile(4).Word(at, value).Bytes;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var recording = Read(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.Empty(recording.Collections);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void AgentHostile_DamagedBytes_DoNotThrowAndKeepTimeOrder()
    {
        var real = File.ReadAllBytes(RepositoryFolder.File("samples", "python", "film-tuned.upgc"));
        for (var seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            var bytes = (byte[])real.Clone();
            var from = seed % 2 == 0 ? 8 : AgentFile.HeaderBytes;
            var to = seed % 2 == 0 ? 200 : bytes.Length;
            for (var i = random.Next(1, 60); i > 0; i--) bytes[random.Next(from, to)] = (byte)random.Next(256);
            var recording = Read(bytes);
            Assert.All(recording.Pauses, pause => Assert.True(pause.DurationNanoseconds >= 0));
            Assert.Equal(
                recording.Pauses.Select(pause => pause.StartNanoseconds).Order(), recording.Pauses.Select(pause => pause.StartNanoseconds));
        }
    }

    [Fact]
    public void AgentHostile_DiskError_GivesANote()
    {
        var recording = Assert.Single(
            new AgentReader().Read(new TricklingStream(Real, 1, 4096, new IOException("bad sector")), new ReadContext(["x"])));
        Assert.Equal(Read(Real).Collections.Count, recording.Collections.Count);
        Assert.True(recording.Coverage.Unreadable);
    }

    private static Recordings.Recording Read(byte[] bytes) =>
        Assert.Single(new AgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
}
