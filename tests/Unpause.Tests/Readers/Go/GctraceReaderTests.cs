using System.Text.Json;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Go;

/// <summary>Real traces against awk over their text, and against the programs' own counts.</summary>
public class GctraceReaderTests
{
    private const string Sums = """
        /gc [0-9]+ @/ {
            sub(/.*gc /, "gc ")
            split($5, clock, "+"); split($8, cpu, /[+\/]/); split($11, heap, "->")
            count++; stopped += clock[1] + clock[3]; marked += clock[2]; assist += cpu[2]; dedicated += cpu[3]; idle += cpu[4]
            if (heap[1] > before) before = heap[1]
            live = heap[3]
        }
        END { printf "%d %.3f %.3f %.3f %.3f %.3f %d %d\n", count, stopped, marked, assist, dedicated, idle, before, live }
        """;

    [Theory]
    [InlineData("catalog-gogc100")]
    [InlineData("catalog-gogc800")]
    [InlineData("catalog-stamped")]
    public void GctraceReader_Sums_MatchAwk(string sample)
    {
        var recording = Assert.Single(Samples.Load("samples", "go", sample + ".gctrace"));
        var awk = Awk.Run(Sums, RepositoryFolder.File("samples", "go", sample + ".gctrace"));
        var summary = Summary.Compute(recording);
        Assert.Equal(awk[0], summary.Collections.Count);
        Assert.Equal(2 * awk[0], summary.Pauses.Count);
        Assert.Equal(awk[1], summary.Pauses.TotalNanoseconds / 1e6, 3);
        Assert.Equal(awk[2], Assert.Single(summary.Collections.ByPhase, phase => phase.Concurrent).TotalNanoseconds / 1e6, 3);
        Assert.Equal(awk[3], Counters(recording, GoCounters.AssistMilliseconds), 3);
        Assert.Equal(awk[4], Counters(recording, GoCounters.DedicatedMilliseconds), 3);
        Assert.Equal(awk[5], Counters(recording, GoCounters.IdleMilliseconds), 3);
        Assert.Equal(awk[6], recording.Collections.Max(collection => collection.HeapBeforeBytes!.Value) / 1048576.0);
        Assert.Equal(awk[7], summary.Heap.LiveSetBytes!.Value / 1048576.0);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData("catalog-gogc100")]
    [InlineData("catalog-gogc800")]
    [InlineData("catalog-stamped")]
    public void GctraceReader_Samples_MatchTheProgram(string sample)
    {
        var recording = Assert.Single(Samples.Load("samples", "go", sample + ".gctrace"));
        using var said = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "go", sample + ".json")));
        Assert.Equal(said.RootElement.GetProperty("collections").GetInt32(), recording.Collections.Count);
        var reported = said.RootElement.GetProperty("pause_total_ns").GetDouble();
        var read = (double)recording.Pauses.Sum(pause => pause.DurationNanoseconds);
        // Printed times are cut to two digits, so they may lack up to a tenth, never exceed.
        Assert.InRange(read, reported * 0.9, reported);
    }

    [Fact]
    public void GctraceReader_ArrivalTimestamps_GiveTheRuntimesStart()
    {
        var recording = Assert.Single(Samples.Load("samples", "go", "catalog-stamped.gctrace"));
        using var said = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-stamped.json")));
        var main = DateTimeOffset.UnixEpoch.AddTicks(said.RootElement.GetProperty("started_unix_ns").GetInt64() / 100);
        var uncertainty = TimeSpan.FromTicks(recording.Clock.UncertaintyNanoseconds!.Value / 100);
        Assert.InRange(uncertainty, TimeSpan.FromMilliseconds(2), TimeSpan.FromMilliseconds(20));
        // main.main begins up to some milliseconds after the runtime's own zero.
        Assert.InRange(main - recording.Clock.StartedAt!.Value, -uncertainty, uncertainty + TimeSpan.FromMilliseconds(3));
        Assert.Null(Assert.Single(Samples.Load("samples", "go", "catalog-gogc100.gctrace")).Clock.StartedAt);
    }

    [Fact]
    public void GctraceReader_MixedOutput_LinesAreFoundAnywhere()
    {
        var recording = Assert.Single(Samples.Of("""
            2026/11/21 listening on :8080
            request served gc 1 @0.005s 8%: 0.059+8.0+0.003 ms clock, 0.11+1.5/0.87/0.082+0.007 ms cpu, 3->6->5 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P
            gc is a word, gc 7 is not a line, gcc neither, gc1 nor gc1( nor gc 3 @ home
            scvg0: inuse: 3, idle: 60, sys: 63, released: 57, consumed: 6 (MB)
            pacer: assist ratio=+1.2 (scan 3 MB in 4->5 MB) workers=1+0
            scav 12 KiB work (bg), 0 KiB work (eager), 3 KiB now, 80% util
            GC forced
            gc 2 @120.022s 11%: 0.019+36+0.20 ms clock, 0.038+1.6/9.3/0.17+0.40 ms cpu, 9->14->13 MB, 11 MB goal, 0 MB stacks, 0 MB globals, 2 P
            gc 3 @121.5s 11%: 0.019+36+0.20 ms clock, 0.038+1.6/9.3/0.17+0.40 ms cpu, 14->14->13 MB, 11 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)
            """));
        Assert.Equal([Causes.Allocation, Causes.Periodic, Causes.Induced], recording.Collections.Select(collection => collection.Cause));
        Assert.Equal([false, false, true], recording.Collections.Select(collection => collection.Induced));
        Assert.All(recording.Collections, collection => Assert.Null(collection.Generation));
        Assert.Equal([0, 9], [recording.Coverage.LinesUnparsed, recording.Coverage.Lines!.Value]);
        Assert.Equal([59_000, 3_000, 19_000, 200_000, 19_000, 200_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(120_022_000_000 + 19_000 + 36_000_000, recording.Pauses[3].StartNanoseconds);
        Assert.Equal([6L << 20, 9L << 20, 1L << 20], recording.Collections.Select(collection => collection.AllocatedBytes!.Value));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("lower bound", StringComparison.Ordinal));
    }

    [Fact]
    public void GctraceReader_LongOtherOutput_LinesKeepTheirNumbers()
    {
        var other = string.Concat(Enumerable.Repeat("2026/11/21 12:00:00 served gc 3 pages in 3 ms\n", 10_000));
        var recording = Assert.Single(Samples.Of(other
            + "gc 1 @0.1s 3%: 0.02+1.1+0.01 ms clock, 0.18+0.05/2.2/4.5+0.11 ms cpu, 4->5->1 MB, 5 MB goal, 8 P\ngc 2 @0.2s 3%: 0.0\n"));
        Assert.Single(recording.Collections);
        Assert.Equal(10_002, recording.Coverage.Lines);
        Assert.Equal(10_002, Assert.Single(recording.Coverage.Examples).Number);
    }

    [Theory]
    [InlineData("gc 5 @0.1s 3%: 0.02+1.1+0.01 ms clock, 0.18+0.05/2.2/4.5+0.11 ms cpu, 4->5->1 MB, 5 MB goal, 8 P", "1.6–1.17", 30_000)]
    [InlineData(
        "gc 5 @0.1s 3%: 0+0.51+0 ms clock, 0+0/0.5/0+0 ms cpu, 3->3->2 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 16 P", "1.18 or later", 0)]
    [InlineData(
        "gc 204 @31.872s 32%: 1.0+1.0+0+119+3.0 ms clock, 8.0+1.0+0+274/222/0+24 ms cpu, 247->319->233 MB, 330 MB goal, 8 P",
        "1.5",
        4_000_000)]
    [InlineData(
        "gc 9 @5.0s 1%: 0.1+0+250 ms clock, 0.4+0/0/0+1000 ms cpu, 90->90->40 MB, 90 MB goal, 4 P (forced)", "1.6–1.17", 250_100_000)]
    [InlineData("gc14(2): 1+1+0 ms 10 -> 5 MB 58439 -> 8912 (573381-564469) objects 184 handoff", "1.0–1.2", 2_000_000)]
    [InlineData(
        "gc13(2): 48+24+2 ms, 263 -> 124 MB 1891444 -> 938285 (5-4) objects, 1(8) handoff, 3(11016) steal, 21/2/0 yields",
        "1.0–1.2",
        74_000_000)]
    [InlineData(
        "gc1(1): 5+0+186+0 us, 0 -> 0 MB, 18 (19-1) objects, 0/0/0 sweeps, 0(0) handoff, 0(0) steal, 0/0/0 yields", "1.3–1.4", 191_000)]
    public void GctraceReader_EveryVersion_IsRead(string line, string versions, long stopped)
    {
        var recording = Assert.Single(Samples.Of(line + "\n"));
        Assert.Equal(versions, recording.Source.Settings["gctrace of Go"]);
        Assert.Equal(stopped, recording.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    private static double Counters(Recording recording, string name) =>
        recording.Counters.Where(counter => counter.Name == name).Sum(counter => counter.Value);
}
