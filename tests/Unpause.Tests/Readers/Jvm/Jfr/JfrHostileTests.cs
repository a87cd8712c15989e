using System.Buffers.Binary;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Recordings that were cut, killed, joined or damaged: the same events or a note, never an exception.</summary>
[Trait("Tier", "live")]
public class JfrHostileTests
{
    /// <summary>The JVM was killed; the JDK's own tool refuses these files ("stuck in locked stream state").</summary>
    [Theory]
    [InlineData("killed-g1-jdk17")]
    [InlineData("killed-g1-jdk25")]
    public void JfrHostile_ChunkOfAKilledJvm_IsRead(string name)
    {
        var recording = Assert.Single(Tests.Samples.Of(JfrTruth.Bytes(name)));
        Assert.NotEmpty(recording.Pauses);
        Assert.All(recording.Collections, collection => Assert.NotNull(collection.RuntimeCause));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("did not finish", StringComparison.Ordinal));
        Assert.False(recording.Coverage.Unreadable);
        Assert.Contains(
            recording.Allocations!.Sites, site => site is { Type: "byte[]", Stack: ["TimedReplies$Response.<init>", "TimedReplies.main"] });
        Assert.Equal("G1", recording.Source.Collector);
    }

    [Fact]
    public void JfrHostile_UnfinishedChunk_IsReadWithoutItsHeader()
    {
        // As JDK 11 leaves it: no size and no offset of the metadata, though here it is inside.
        var bytes = JfrTruth.Bytes("g1-jdk17");
        var whole = Tests.Samples.Of(bytes);
        bytes.AsSpan(8, 24).Clear();
        var recording = Assert.Single(Tests.Samples.Of(bytes));
        Assert.Equal(whole[0].Pauses.Count, recording.Pauses.Count);
        Assert.Equal(whole[0].Allocations!.Sites.Count, recording.Allocations!.Sites.Count);
    }

    [Fact]
    public void JfrHostile_Chunks_AreJoinedPerProcess()
    {
        var timed = JfrTruth.Bytes("timed-g1-jdk17");
        var first = (int)BinaryPrimitives.ReadInt64BigEndian(timed.AsSpan(8));
        Assert.True(first < timed.Length);
        var halves = new[] { Assert.Single(Tests.Samples.Of(timed[..first])), Assert.Single(Tests.Samples.Of(timed[first..])) };
        var both = Assert.Single(Tests.Samples.Of(timed));
        Assert.Equal(halves.Sum(half => half.Pauses.Count), both.Pauses.Count);
        Assert.Equal(
            halves.Sum(half => half.Pauses.Sum(pause => pause.DurationNanoseconds)), both.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.True(both.DurationNanoseconds >= halves.Sum(half => half.DurationNanoseconds));
        Assert.Equal(0, both.LostNanoseconds);
        var two = Tests.Samples.Of([.. JfrTruth.Bytes("g1-jdk17"), .. JfrTruth.Bytes("parallel-jdk25")]);
        Assert.Equal(["G1", "Parallel"], two.Select(recording => recording.Source.Collector));
    }

    [Fact]
    public void JfrHostile_MissingChunk_IsLostTime()
    {
        var timed = JfrTruth.Bytes("timed-g1-jdk17");
        var first = (int)BinaryPrimitives.ReadInt64BigEndian(timed.AsSpan(8));
        var second = timed.AsSpan(first);
        BinaryPrimitives.WriteInt64BigEndian(second[32..], BinaryPrimitives.ReadInt64BigEndian(second[32..]) + 60_000_000_000);
        var recording = Assert.Single(Tests.Samples.Of(timed));
        Assert.InRange(recording.LostNanoseconds, 59_000_000_000, 61_000_000_000);
    }

    [Fact]
    public void JfrHostile_CutAnywhere_GivesTheEventsBeforeOrANote()
    {
        var bytes = JfrTruth.Bytes("timed-g1-jdk25");
        var whole = Tests.Samples.Of(bytes)[0].Pauses.Count;
        foreach (var length in Enumerable.Range(1, 80).Concat(Enumerable.Range(1, 60).Select(part => bytes.Length / 61 * part)))
        {
            foreach (var recording in Tests.Samples.Of(bytes[..length]))
            {
                Assert.InRange(recording.Pauses.Count, 0, whole);
                Assert.True(recording.Coverage.Unreadable);
            }
        }
    }

    [Fact]
    public void JfrHostile_FlippedBytes_DoNotThrow()
    {
        var random = new Random(5);
        var bytes = JfrTruth.Bytes("zgc-jdk17");
        for (var round = 0; round < 120; round++)
        {
            var damaged = (byte[])bytes.Clone();
            for (var flips = 1 << random.Next(8); flips > 0; flips--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            // Most matter near the header and in the description of the types.
            if (round % 3 == 0) damaged[random.Next(68)] ^= 0xff;
            foreach (var recording in Tests.Samples.Of(damaged))
            {
                Assert.All(recording.Pauses, pause => Assert.InRange(pause.Collection, 0, recording.Collections.Count - 1));
            }
        }
    }

    [Fact]
    public void JfrHostile_SmallReads_GiveTheSameRecording()
    {
        var bytes = JfrTruth.Bytes("parallel-jdk17");
        using var trickle = new TricklingStream(bytes, 7);
        var slow = new Unpause.Recordings.Readers.Jvm.Jfr.JfrReader().Read(trickle, new Unpause.Recordings.Readers.ReadContext(["x"]));
        Assert.Equal(Tests.Samples.Describe(Tests.Samples.Of(bytes)), Tests.Samples.Describe(slow));
    }

    [Fact]
    public void JfrHostile_UnknownVersion_IsReported()
    {
        var bytes = JfrTruth.Bytes("g1-jdk17");
        bytes[5] = 9;
        var loaded = Unpause.Recordings.Loading.RuntimeTable.Default.Load([new Unpause.Recordings.Readers.RecordingInput("x", () =>
            new MemoryStream(bytes))]);
        Assert.Contains("version 9.1 is not supported", Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }
}
