using System.Buffers.Binary;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Copies of hsperfdata files.</summary>
public class PerformanceReaderTests
{
    /// <summary>
    /// Counts and nanoseconds by a script that reads the file by itself; the share is of the time up to the last tick or collection.
    /// </summary>
    [Theory]
    [InlineData("g1-jdk17", JvmCollectors.G1, "G1 young collection pauses: 133, 398 ms", 414485855 / 39872380.58)]
    [InlineData("g1-jdk17", JvmCollectors.G1, "G1 full collection pauses: 3, 10.3 ms", 414485855 / 39872380.58)]
    [InlineData("parallel-jdk17", JvmCollectors.Parallel, "Parallel young collection pauses: 199, 310 ms", 387358778 / 40001062.12)]
    [InlineData("shenandoah-jdk17", JvmCollectors.Shenandoah, "Safepoints (all stop-the-world pauses): 253, 11", 12428503 / 39985920.40)]
    [InlineData("z-jdk25", JvmCollectors.Z, "ZGC minor collection pauses: 117, 810 µs", null)]
    public void PerformanceReader_Counters_AreCountsAndSums(string name, string collector, string note, double? percent)
    {
        var recording = Assert.Single(Samples.Of(Bytes(name)));
        Assert.Equal((JvmFormats.PerformanceData, collector), (recording.Source.Format, recording.Source.Collector));
        Assert.Contains(recording.Coverage.Notes, one => one.Text.StartsWith(note, StringComparison.Ordinal));
        var share = Assert.Single(recording.ProcessCounters!, counter => counter.Name == ProcessCounter.TimeInPauses);
        if (percent is { } expected) Assert.Equal(expected, share.Mean, 6);
        Assert.Empty(recording.Pauses);
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
        Assert.False(recording.Coverage.Unreadable);
    }

    /// <summary>Both generations of ZGC may take the whole heap.</summary>
    [Theory]
    [InlineData("z-jdk25", 400)]
    [InlineData("g1-jdk17", 300)]
    [InlineData("parallel-jdk17", 200)]
    public void PerformanceReader_HeapLimit_IsTheJvms(string name, int mebibytes) =>
        Assert.Equal((long)mebibytes << 20, Assert.Single(Samples.Of(Bytes(name))).HeapMaximumBytes);

    [Fact]
    public void PerformanceReader_CollectionUnderWay_IsNamed() => Assert.Contains(
        Assert.Single(Samples.Of(Bytes("shenandoah-jdk17"))).Coverage.Notes,
        note => note.Text == "A collection was running when the file was copied (cause: Concurrent GC).");

    /// <summary>JVMs of big-endian processors write the file in their order.</summary>
    [Fact]
    public void PerformanceReader_BigEndian_IsTheSame()
    {
        var little = Bytes("g1-jdk17");
        var big = (byte[])little.Clone();
        big[4] = 0;
        Span<int> head = [8, 12, 24, 28];
        foreach (var at in head) Swap(big, at, 4);
        Swap(big, 16, 8);
        var position = BinaryPrimitives.ReadInt32LittleEndian(little.AsSpan(24));
        for (var left = BinaryPrimitives.ReadInt32LittleEndian(little.AsSpan(28)); left > 0; left--)
        {
            var value = position + BinaryPrimitives.ReadInt32LittleEndian(little.AsSpan(position + 16));
            if (little[position + 12] == 'J') Swap(big, value, 8);
            Span<int> fields = [0, 4, 8, 16];
            foreach (var field in fields) Swap(big, position + field, 4);
            position += BinaryPrimitives.ReadInt32LittleEndian(little.AsSpan(position));
        }

        Assert.Equal(Samples.Describe(Samples.Of(little)), Samples.Describe(Samples.Of(big)));

        static void Swap(byte[] bytes, int at, int length) => bytes.AsSpan(at, length).Reverse();
    }

    /// <summary>A cut file is noted, and gives no number that the whole has not.</summary>
    [Fact]
    public void PerformanceReader_CutAtEveryByte_IsNotedAndNeverThrows()
    {
        var bytes = Bytes("g1-jdk17");
        for (var length = 0; length < bytes.Length; length += 7)
        {
            foreach (var recording in Samples.Of(bytes[..length])) Assert.True(recording.Coverage.Unreadable);
        }
    }

    [Fact]
    public void PerformanceReader_ChangedBytes_NeverThrow()
    {
        var random = new Random(1);
        var bytes = Bytes("parallel-jdk17");
        for (var round = 0; round < 2_000; round++)
        {
            var damaged = (byte[])bytes.Clone();
            for (var i = 0; i < 8; i++) damaged[random.Next(6, damaged.Length)] = (byte)random.Next(256);
            Samples.Of(damaged);
        }
    }

    private static byte[] Bytes(string name) => File.ReadAllBytes(JvmLogs.Fixture("hsperfdata", name + ".hsperfdata"));
}
