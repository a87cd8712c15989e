using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Events;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Words;
using Unpause.Tests.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis;

/// <summary>Logs of public reports, with what is true of them (shared/repro/README-turn3.md).</summary>
public sealed class ReportedCasesTests
{
    /// <summary>The old generation was 53 % full and 2.7 % of the heap was freed: nothing says that it was full.</summary>
    [CorpusFact("repro", "field")]
    public void ParallelErgonomics_HalfEmptyHeap_IsNotCalledFull()
    {
        var finding = Diagnoses.Run([Process("15-graal-2129-parallel11/gc.log")]).Findings.Single().Finding;
        Assert.Equal("full-collections", finding.Id);
        Assert.Equal(22.1, Findings.Value(finding, "used_before_percent"), 1);
        Assert.Equal(2.7, Findings.Value(finding, "freed_percent"), 1);
    }

    /// <summary>By hand: 38, 37 and 54, 65 and 33 threads waited (227), and 16,384 MiB of 16,384 MiB were in use.</summary>
    [CorpusFact("repro", "field")]
    public void GenerationalZgc_StallsInTables_AreFound()
    {
        var process = Process("77-gctoolkit-395-genz-real/gc.log");
        var finding = Diagnoses.Run([process]).Findings.Single().Finding;
        Assert.Equal(("allocation-stalls", Severity.High), (finding.Id, finding.Severity));
        Assert.Equal((65, 227), (Findings.Value(finding, "waiting_max_threads"), Findings.Value(finding, "waiting_threads")));
        Assert.Equal(16384L << 20, process.Summary.Heap.PeakBytes);
        Assert.Equal(65, process.Summary.WaitingThreads);
    }

    /// <summary>One line with a pause and its CPU times: 8.244 ms, 735 to 218 MiB, an evacuation failure of pinned regions.</summary>
    [CorpusFact("repro", "field")]
    public void PauseLine_WithJoinedCpuTimes_IsRead()
    {
        var recording = Process("26-garbagecat-219-evacfail-reason/preprocessed.log").Recording;
        Assert.Equal(8_244_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        var collection = Assert.Single(recording.Collections);
        Assert.Equal((735L << 20, 218L << 20), (collection.HeapBeforeBytes, collection.HeapAfterBytes));
        Assert.Equal(20_000_000, collection.CpuNanoseconds);
        Assert.Contains(JvmMarks.EvacuationFailure, collection.Marks!);
    }

    [CorpusTheory("repro", "field")]
    [InlineData("01-es-14076-parnew-1221s/gc-clean.log", PauseCause.TooSlow, 1221)]
    [InlineData("02-naarad-41-real-37s/gc.log", PauseCause.OffCpu, 37.7)]
    [InlineData("21-dzone-logblocked/gc.log", PauseCause.OffCpu, 15.35)]
    [InlineData("22-poonam-cms-unload/gc.log", PauseCause.OffCpu, 34.4)]
    [InlineData("28-garbagecat-111-gctimelimit/gc.log", PauseCause.Failure, 10.1)]
    public void LongestPause_OfReport_HasItsCause(string file, PauseCause cause, double seconds)
    {
        var explainer = new PauseExplainer(Process(file));
        var stop = explainer.Explain(explainer.Stops.Longest!.Value);
        Assert.Equal(cause, stop.Cause);
        Assert.Equal(seconds, stop.Stop.DurationNanoseconds / 1e9, 0.05 * seconds);
    }

    private static AnalysedProcess Process(string file) => AnalysedProcess.From(RuntimeTable.Default.Load(
        [RecordingInput.File(RepositoryFolder.SharedFile("repro", "field", file))]).Recordings.Single());
}
