using System.Diagnostics;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Truncated, chopped and damaged files: what precedes the damage, a note, no exception, no hang.</summary>
public class NettraceHostileTests
{
    private const string Sample = "large-objects-concurrent";
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(4)]
    [InlineData(6)]
    public void NettraceHostile_TruncatedFile_GivesWhatPrecedesTheCut(int version)
    {
        var bytes = BytesOf(version);
        var whole = Assert.Single(NettraceSample.ReadBytes(bytes).Recordings);
        var most = 0;
        for (var cut = 8; cut < bytes.Length; cut += 1 + (bytes.Length / 400))
        {
            var loaded = NettraceSample.ReadBytes(bytes[..cut]);
            if (loaded.Recordings.Count == 0)
            {
                Assert.Equal(InputFault.Damaged, Assert.Single(loaded.Unread).Fault);
                Assert.Equal(0, most);
                continue;
            }

            var recording = Assert.Single(loaded.Recordings);
            Assert.True(recording.Coverage.Unreadable, $"cut at {cut} is noted");
            Assert.True(recording.Collections.Count >= most, $"cut at {cut} has no fewer collections than an earlier cut");
            most = recording.Collections.Count;
            for (var i = 0; i < recording.Pauses.Count; i++) Assert.Equal(whole.Pauses[i], recording.Pauses[i]);
        }

        Assert.Equal(whole.Collections.Count, most);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void NettraceHostile_AnyChunking_GivesTheSameRecording(int seed)
    {
        var bytes = NettraceSample.Bytes(Sample);
        var whole = Assert.Single(NettraceSample.ReadBytes(bytes).Recordings);
        var trickled = Assert.Single(new NettraceReader().Read(new TricklingStream(bytes, seed, 5_000), new ReadContext(["unknown"])));
        Assert.Equal(whole.Pauses, trickled.Pauses);
        Assert.Equal(whole.Stops, trickled.Stops);
        Assert.Equal(whole.Stalls, trickled.Stalls);
        Assert.Equal(whole.Phases.Select(phase => phase.DurationNanoseconds), trickled.Phases.Select(phase => phase.DurationNanoseconds));
        Assert.Empty(trickled.Coverage.Notes);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(6)]
    public void NettraceHostile_DamagedBytes_DoNotThrowOrHang(int version)
    {
        var bytes = BytesOf(version);
        var random = new Random(20_261_121);
        for (var round = 0; round < 150; round++)
        {
            var damaged = (byte[])bytes.Clone();
            for (var i = random.Next(1, 20); i > 0; i--) damaged[random.Next(8, damaged.Length)] = (byte)random.Next(256);
            AssertRead(damaged);
        }
    }

    /// <summary>
    /// A second description of the clock, which makes no sense, after the first events: those are stamped by the first one.
    /// </summary>
    [Fact]
    public void NettraceHostile_DamagedClock_KeepsThePreviousOne()
    {
        var bytes = BytesOf(6);
        const int headerBytes = 20;
        var at = headerBytes;
        for (var kind = 0u; kind != 2;)
        {
            var block = BitConverter.ToUInt32(bytes, at);
            kind = block >> 24;
            at += 4 + (int)(block & 0xFFFFFF);
        }

        byte[] clock = [.. BitConverter.GetBytes(40 | (1 << 24)), .. new byte[40]];
        var whole = Assert.Single(NettraceSample.ReadBytes(bytes).Recordings);
        var damaged = Assert.Single(NettraceSample.ReadBytes([.. bytes[..at], .. clock, .. bytes[at..]]).Recordings);
        Assert.Equal(whole.Pauses, damaged.Pauses);
        Assert.Contains("Trace block is damaged", Assert.Single(damaged.Coverage.Notes).Text, StringComparison.Ordinal);
    }

    private static byte[] BytesOf(int version)
    {
        var bytes = NettraceSample.Bytes(Sample);
        return version == 6 ? NettraceVersion6.Of(bytes, processes: 1) : bytes;
    }

    [Fact]
    public void NettraceHostile_InvalidDataAfterTheMagic_IsReportedAsDamaged()
    {
        var random = new Random(7);
        for (var round = 0; round < 50; round++)
        {
            var garbage = new byte[random.Next(8, 5000)];
            random.NextBytes(garbage);
            NettraceFormat.Magic.CopyTo(garbage);
            var loaded = NettraceSample.ReadBytes(garbage);
            Assert.Empty(loaded.Recordings);
            var unread = Assert.Single(loaded.Unread);
            Assert.Equal(InputFault.Damaged, unread.Fault);
            Assert.Contains("damaged before its first collection", unread.Reason, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void NettraceHostile_WrongBlockLength_TakesNoMemory()
    {
        var bytes = NettraceSample.Bytes(Sample);
        var name = bytes.AsSpan().IndexOf("MetadataBlock"u8);
        // The block's length follows its name and one tag.
        BitConverter.TryWriteBytes(bytes.AsSpan(name + "MetadataBlock"u8.Length + 1), int.MaxValue);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var unread = Assert.Single(NettraceSample.ReadBytes(bytes).Unread);
        Assert.Contains("invalid block length 2,147,483,647", unread.Reason, StringComparison.Ordinal);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 5_000_000, "allocates no more than a small file needs");
    }

    private static void AssertRead(byte[] bytes)
    {
        var watch = Stopwatch.StartNew();
        var loaded = NettraceSample.ReadBytes(bytes);
        foreach (var recording in loaded.Recordings)
        {
            _ = Summary.Compute(recording);
            Assert.All(recording.Pauses, pause => Assert.InRange(pause.Collection, 0, recording.Collections.Count - 1));
        }

        Assert.Equal(1, loaded.Recordings.Count + loaded.Unread.Count);
        Assert.True(watch.Elapsed < Longest, "damaged bytes are read in bounded time");
    }
}
