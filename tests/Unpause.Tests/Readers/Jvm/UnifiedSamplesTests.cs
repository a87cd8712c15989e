using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Logs of all collectors of JDK 17 and 25, in nine decorator sets, against sums that awk computes from the text.</summary>
public class UnifiedSamplesTests
{
    private const string PauseSums = """/Pause .*[0-9]ms\r?$/ { v = $NF; sub("ms", "", v); v += 0; n++; s += v; if (v > m) m = v } END """
        + """{ printf "%d %.6f %.6f", n, s, m }""";
    private const string StopSums = """/Safepoint "/ { split($0, a, "Total: "); split(a[2], b, " "); v = b[1] + 0; split($0, """
        + """c, "Reaching safepoint: "); split(c[2], d, " "); n++; s += v; if (v > m) m = v; r += d[1] } END { printf "%d """
        + """%.0f %.0f %.0f", n, s, m, r }""";
    private const string StallSums = """/(Allocation|Relocation) Stall \(.*ms\r?$/ { v = $NF; sub("ms", "", v); n++; s += v } /\] """
        + """Pacing +[0-9]+ us\r?$/ && $(NF-1) > 0 { n++; s += $(NF-1) / 1000 } END { printf "%d %.6f", n, s }""";
    private const string CollectionCount =
        """{ if (match($0, /GC\([0-9]+\)/)) ids[substr($0, RSTART, RLENGTH)] = 1 } END { for (i in ids) n++; printf "%d", n }""";
    private const string CpuSum = """/User=/ { match($0, /User=[0-9.]+/); s += substr($0, RSTART + 5, RLENGTH - 5); match($0, """
        + """/Sys=[0-9.]+/); s += substr($0, RSTART + 4, RLENGTH - 4) } END { printf "%.2f", s }""";

    public static TheoryData<string> Logs => JvmLogs.UnifiedNames;

    [Theory]
    [MemberData(nameof(Logs))]
    public void UnifiedSamples_Sums_MatchAwk(string path)
    {
        var bytes = JvmLogs.Bytes(path);
        var recording = JvmLogs.Read(path);
        var pauses = JvmLogs.Awk(bytes, PauseSums);
        Assert.Equal(pauses[0], recording.Pauses.Count);
        Assert.Equal(pauses[1], recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 6);
        Assert.Equal(pauses[2], recording.Pauses.Select(pause => pause.DurationNanoseconds).DefaultIfEmpty().Max() / 1e6, 6);
        var stops = JvmLogs.Awk(bytes, StopSums);
        Assert.Equal(stops[0], recording.Stops?.Count ?? 0);
        Assert.Equal(stops[1], recording.Stops?.Sum(stop => stop.DurationNanoseconds) ?? 0);
        Assert.Equal(stops[2], recording.Stops?.Max(stop => stop.DurationNanoseconds) ?? 0);
        Assert.Equal(stops[3], recording.Stops?.Sum(stop => stop.TimeToSafepointNanoseconds) ?? 0);
        var stalls = JvmLogs.Awk(bytes, StallSums);
        Assert.Equal(stalls[0], recording.Stalls.Count);
        Assert.Equal(stalls[1], recording.Stalls.Sum(stall => stall.DurationNanoseconds) / 1e6, 6);
        Assert.Equal(JvmLogs.Awk(bytes, CollectionCount)[0], recording.Collections.Count);
        Assert.Equal(JvmLogs.Awk(bytes, CpuSum)[0], recording.Collections.Sum(collection => collection.CpuNanoseconds ?? 0) / 1e9, 2);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Equal("jvm-unified", recording.Source.Format);
    }

    [Theory]
    [MemberData(nameof(Logs))]
    public void UnifiedSamples_Events_AreInOrderAndInsideTheRecording(string path)
    {
        var recording = JvmLogs.Read(path);
        Assert.All(recording.Collections, collection => Assert.NotNull(collection.Generation));
        if (recording.DurationNanoseconds is not { } duration)
        {
            Assert.Contains("none", path, StringComparison.Ordinal);
            Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime));
            return;
        }

        Assert.InRange(duration, 500_000_000, 60_000_000_000);
        long before = 0;
        foreach (var pause in recording.Pauses)
        {
            // Timestamps are rounded to a millisecond.
            Assert.InRange(pause.StartNanoseconds, before, duration);
            Assert.InRange(pause.EndNanoseconds, 0, duration + 2_000_000);
            before = pause.StartNanoseconds;
        }
    }

    [Theory]
    [InlineData("g1-jdk17.log", "G1", "17", 64)]
    [InlineData("g1-jdk25.log", "G1", "25", 64)]
    [InlineData("parallel-jdk17.log", "Parallel", "17", 64)]
    [InlineData("serial-jdk25.log", "Serial", "25", 64)]
    [InlineData("zgc-jdk17.log.gz", "ZGC", "17", 256)]
    [InlineData("zgc-jdk25.log.gz", "ZGC", "25", 256)]
    [InlineData("shenandoah-jdk17.log.gz", "Shenandoah", "17", 128)]
    [InlineData("shenandoah-generational-jdk25.log.gz", "Shenandoah", "25", 128)]
    [InlineData("epsilon-jdk25.log", "Epsilon", "25", 8192)]
    public void UnifiedSamples_Header_HasCollectorVersionAndHeap(string name, string collector, string version, long mebibytes)
    {
        var recording = JvmLogs.Read(JvmLogs.Sample(name));
        Assert.Equal(collector, recording.Source.Collector);
        Assert.StartsWith(version, recording.Source.RuntimeVersion, StringComparison.Ordinal);
        Assert.Equal(mebibytes << 20, recording.HeapMaximumBytes);
    }

    [Fact]
    public void UnifiedSamples_SystemGc_IsInducedAndFull()
    {
        foreach (var name in new[] { "g1-jdk17.log", "g1-jdk25.log", "parallel-jdk25.log", "serial-jdk17.log" })
        {
            var induced = JvmLogs.Read(JvmLogs.Sample(name)).Collections.Where(collection => collection.Induced).ToList();
            Assert.Contains(induced, collection =>
                collection is { Generation: Generations.Full, Cause: Causes.Induced, RuntimeCause: "System.gc()", WholeHeap: true });
        }

        foreach (var name in new[] { "zgc-jdk17.log.gz", "zgc-jdk25.log.gz", "shenandoah-jdk17.log.gz", "shenandoah-jdk25.log.gz" })
        {
            var induced = Assert.Single(JvmLogs.Read(JvmLogs.Sample(name)).Collections, collection => collection.Induced);
            Assert.Equal(
                (Generations.Old, CollectionKind.Background, "System.gc()"), (induced.Generation, induced.Kind, induced.RuntimeCause));
        }
    }

    [Fact]
    public void UnifiedSamples_GenerationalCollectors_HaveYoungAndOldCollections()
    {
        foreach (var name in new[] { "zgc-jdk25.log.gz", "shenandoah-generational-jdk25.log.gz" })
        {
            var recording = JvmLogs.Read(JvmLogs.Sample(name));
            Assert.Contains(
                recording.Collections,
                collection => collection is { Generation: Generations.Young, Kind: CollectionKind.Background, WholeHeap: false });
            Assert.Contains(
                recording.Collections, collection => collection is { Generation: Generations.Old, Kind: CollectionKind.Background });
        }
    }

    /// <summary>Churn keeps 12 MiB, and what it allocates is what the collections and the heap's size at the end account for.</summary>
    [Fact]
    public void UnifiedSamples_AllocatedBytes_MatchBetweenCollectors()
    {
        // The program allocates a steady amount a second; the collectors' own counts must be near each other.
        var parallel = JvmLogs.Read(JvmLogs.Sample("parallel-jdk17.log"));
        long previous = 0;
        long expected = 0;
        foreach (var collection in parallel.Collections)
        {
            expected += Math.Max(0, collection.HeapBeforeBytes!.Value - previous);
            previous = collection.HeapAfterBytes!.Value;
        }

        Assert.Equal(expected, parallel.Collections.Sum(collection => collection.AllocatedBytes));
        Assert.InRange(expected, 500L << 20, 10L << 30);
    }
}
