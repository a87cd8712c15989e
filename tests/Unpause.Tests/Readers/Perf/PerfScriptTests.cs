using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Cpu;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Perf;

/// <summary>Whole texts of <c>perf script</c>: layouts, several processes, and how a process is recognised.</summary>
public class PerfScriptTests
{
    private const string Worker = "\t100 runtime.scanobject+0x1 (/srv/chat)\n\t100 runtime.gcBgMarkWorker+0x1 (/srv/chat)\n"
        + "\t100 runtime.goexit.abi0+0x1 (/srv/chat)\n\n";

    private const string Handler = "\t100 main.serve+0x1 (/srv/chat)\n\t100 runtime.goexit.abi0+0x1 (/srv/chat)\n\n";

    [Theory]
    [InlineData("chat 7/9 [001] 1.0: 2004008 cpu-clock:\n7f1 runtime.scanobject (/srv/chat)\n7f2 runtime.gcBgMarkWorker (/srv/chat)\n\n")]
    [InlineData("# ========\n# a : b\n#\nchat 7/9 1.0: cpu-clock:\n 7f1 runtime.gcBgMarkWorker+0x5 (/srv/chat)\n")]
    [InlineData("chat 7/9 1.0: cpu-clock:\n  7f1 runtime.scanobject\n  main.go:12\n  7f2 runtime.gcBgMarkWorker\n  mgc.go:1\n\n")]
    [InlineData("chat 7/9 1.0: cycles:P:  7f1 runtime.gcBgMarkWorker+0x1 (/srv/chat)\n")]
    [InlineData("chat 7/9 1.0: cpu-clock:\r\n\t7f1 runtime.gcBgMarkWorker (/srv/chat)\r\n\r\n")]
    public void PerfScript_EveryLayout_GivesTheSameSamples(string text)
    {
        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal((7, "go", "chat", 0), (recording.Source.ProcessId, recording.Source.Runtime, recording.Source.Command,
            recording.Coverage.LinesUnparsed));
        Assert.Equal(new CpuClass("background mark", 1, true), Assert.Single(recording.CpuSamples!.Classes));
    }

    [Fact]
    public void PerfScript_ProcessIds_SeparateProcesses()
    {
        var recordings = Samples.Of(
            "chat 1/1 1.0: cpu-clock:\n" + Worker + "chat 2/2 1.0: cpu-clock:\n" + Handler + "chat 1/5 1.0: cpu-clock:\n" + Worker
            + "swapper 0/0 1.0: cpu-clock:\n\tfff default_idle ([kernel.kallsyms])\n\n");
        Assert.Equal([(1, 2L), (2, 1L)], recordings.Select(one => (one.Source.ProcessId!.Value, one.CpuSamples!.Samples)));
        Assert.Contains("1 sample of other processes left out: swapper", recordings[0].Coverage.Notes.Select(note => note.Text));
    }

    /// <summary>By default perf script prints only the thread's number: threads of one process are one process.</summary>
    [Fact]
    public void PerfScript_ThreadIdsOnly_SeparateNoProcesses()
    {
        var recordings = Samples.Of(
            "chat 11 1.0: cpu-clock:\n" + Worker + "chat 12 1.0: cpu-clock:\n" + Handler + "other 13 1.0: cpu-clock:\n" + Handler);
        Assert.Equal([("chat", 2L), ("other", 1L)], recordings.Select(one => (one.Source.Command!, one.CpuSamples!.Samples)));
        Assert.All(recordings, one => Assert.Contains(one.Coverage.Notes, note => note.Text.Contains("-F +pid", StringComparison.Ordinal)));
        var jvm = Assert.Single(Samples.Of(
            "GC Thread#0 11 1.0: cpu-clock:\n\t1 [unknown] (/lib/libjvm.so)\n\n"
            + "pool-1 12 1.0: cpu-clock:\n\t1 [unknown] (/tmp/perf-9.map)\n\n"));
        Assert.Equal(("jvm", 1, 2), (jvm.Source.Runtime, jvm.CpuSamples!.CollectorSamples, jvm.CpuSamples.Samples));
        Assert.Equal(9, jvm.Source.ProcessId);
    }

    [Fact]
    public void PerfScript_OtherEvents_AreLeftOut()
    {
        var one = Assert.Single(Samples.Of("chat 1/1 1.0: sched:sched_switch: prev_comm=chat prev_pid=1\n" + Worker
            + "chat 1/1 1.0: cpu-clock:\n" + Worker + "chat 1/1 1.0: cycles:\n" + Worker));
        Assert.Equal(1, one.CpuSamples!.Samples);
        Assert.Equal(2, one.Coverage.Notes.Count(note => note.Text.Contains("left out", StringComparison.Ordinal)));
        var unread = Assert.Single(Loaded("chat 1/1 1.0: sched:sched_switch: x\n" + Worker).Unread);
        Assert.Contains("not of CPU time", unread.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void PerfScript_NumaFaultInGc_IsAPartBesideItsClass()
    {
        var one = Assert.Single(Samples.Of(
            "chat 1/1 1.0: cpu-clock:\n\tffff migrate_misplaced_folio+0x1 ([kernel.kallsyms])\n"
            + "\tffff do_numa_page+0x9 ([kernel.kallsyms])\n"
            + Worker + "chat 1/1 1.0: cpu-clock:\n\tffff task_numa_work ([kernel.kallsyms])\n" + Handler)).CpuSamples!;
        Assert.Equal([("background mark", 1L), ("NUMA page migration", 1L)], one.Classes.Select(row => (row.Name, row.Samples)));
        Assert.Equal(new CpuPart("NUMA page migration", 2, 1), Assert.Single(one.Parts));
    }

    [Fact]
    public void PerfScript_NamelessCollectorFrame_IsNotApplication()
    {
        var one = Assert.Single(Samples.Of(
            "python3 1/1 1.0: cpu-clock:\n\t7f memcpy+0x1 (/lib/libc.so.6)\n\t55 [unknown] (/usr/bin/python3.11)\n\n"
            + "python3 1/1 1.0: cpu-clock:\n\t55 list_append+0x1 (/usr/bin/python3.11)\n\n"
            + "python3 1/1 1.0: cpu-clock:\n\tffff finish_task_switch ([kernel.kallsyms])\n\n")).CpuSamples!;
        Assert.Equal(
            [(CpuSamples.Application, 1L), (CpuSamples.NoSymbols, 1L), (CpuSamples.Kernel, 1L)],
            one.Classes.Select(row => (row.Name, row.Samples)));
    }

    [Fact]
    public void PerfScript_UnknownRuntime_IsReported()
    {
        var unread = Assert.Single(Loaded("server 1/1 1.0: cpu-clock:\n\t4012 [unknown] (/srv/server)\n\n").Unread);
        Assert.Contains("stripped of its symbols", unread.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void PerfScript_RecordingOfTheSameProcess_IsJoined()
    {
        var joined = Assert.Single(Loaded("samples/cpu/go-1.23.gctrace", "samples/cpu/go-1.23.perf.txt.gz"));
        Assert.Equal(("gctrace", 8, 342), (joined.Source.Format, joined.Collections.Count, joined.CpuSamples!.Samples));
        Assert.Equal(2, Loaded("samples/cpu/go-1.23.gctrace", "samples/cpu/jvm-17.perf.txt.gz").Count);
        // The process of these lines cannot be determined.
        Assert.Equal(3, Loaded("samples/cpu/go-1.23.gctrace", "samples/cpu/go-1.23.perf.txt.gz", "samples/cpu/go-1.19.perf.txt.gz").Count);
    }

    private static LoadedRecordings Loaded(string text) =>
        RuntimeTable.Default.Load([new RecordingInput("perf.txt", () => new MemoryStream(Encoding.UTF8.GetBytes(text)))]);

    private static IReadOnlyList<Recording> Loaded(params string[] files) =>
        RuntimeTable.Default.Load([.. files.Select(file => RecordingInput.File(RepositoryFolder.File(file.Split('/'))))]).Recordings;
}
