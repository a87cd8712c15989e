using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Events;
using Unpause.Recordings.Words;
using Unpause.Reports;

namespace Unpause.Tests.Analysis;

/// <summary>Single stops: their parts, causes and peers, and that findings agree with their sums.</summary>
public class PauseExplainerTests
{
    private const string Remark = "2014-11-30T01:51:35.100+0000: 100.000: [GC[YG occupancy: 5 K (100 K)]100.000: [Rescan (parallel) , "
        + "0.0500000 secs]100.050: [weak refs processing, 0.1000000 secs]100.150: [class unloading, 29.2000000 secs] "
        + "[1 CMS-remark: 500K(1000K)] 505K(1100K), 34.4000000 secs] [Times: user=0.90 sys=0.40, real=34.40 secs]\n";
    [Fact]
    public void Explanation_RemarkOffTheCpu_HasItsPhasesAndItsOwnCpuTime()
    {
        var stop = Longest(Remark);
        Assert.Equal((PauseCause.OffCpu, PausePartKind.ClassUnloading), (stop.Cause, stop.Dominating?.Kind));
        Assert.Equal((1_300_000_000, 400_000_000), stop.CpuTime);
        // 34.4 s without 1.3 s of CPU and two times 10 ms by which it may be cut.
        Assert.Equal(33_080_000_000, stop.Answer(PauseQuestion.OffCpu)?.Nanoseconds);
        Assert.Equal(29_200_000_000, stop.Parts[0].Nanoseconds);
    }

    [Fact]
    public void Explanation_SecondsForLittleWork_IsTooSlow()
    {
        var stop = Longest(
            "2015-10-10T10:36:44.751+0800: 10.631: [GC (Allocation Failure) 10.631: [ParNew: 1606667K->41270K(1763584K), "
            + "1221.6222148 secs] 5895406K->4332232K(16581312K), 1221.6230128 secs] [Times: user=11780.20 sys=0.00, real=1221.44 secs]\n");
        Assert.Equal(PauseCause.TooSlow, stop.Cause);
    }

    [Fact]
    public void Explanation_GCTimeLimit_IsAFailure()
    {
        var stop = Longest(
            "2017-06-29T17:01:34.958+0530: 86.028: [Full GC [PSYoungGen: 230400K->200383K(268800K)] "
            + "[PSOldGen: 3887103K->3887103K(3887104K)] 4117503K->4087486K(4155904K) [PSPermGen: "
            + "265304K->265304K(524288K)]      "
            + "GC time would exceed GCTimeLimit of 98%, 9.0102530 secs] [Times: user=9.00 sys=0.00, real=9.00 secs]\n");
        Assert.Equal((PauseCause.Failure, JvmMarks.TimeLimit), (stop.Cause, stop.Answer(PauseQuestion.Failure)?.Word));
    }

    [Fact]
    public void Explanation_StopOfAnOperation_IsNotForGc()
    {
        var stop = Longest("[0.100s][info][gc] Using G1\n[1.000s][info][safepoint] Safepoint \"ThreadDump\", Time since last: 1000 ns, "
            + "Reaching safepoint: 2000000 ns, Cleanup: 1000000 ns, At safepoint: 97000000 ns, Total: 100000000 ns\n");
        Assert.Equal((PauseCause.OtherOperation, AnswerState.Yes), (stop.Cause, stop.Answer(PauseQuestion.OtherOperation)?.State));
        Assert.Equal(
            [(PausePartKind.OtherOperation, 98_000_000L), (PausePartKind.StoppingThreads, 2_000_000L)],
            stop.Parts.Select(part => (part.Kind, part.Nanoseconds)));
    }

    /// <summary>JDK 5 to 8 print stops without a stamp after their pause; here those of the second and third pause are missing.</summary>
    [Fact]
    public void Explanation_StopsWithoutTimes_HaveTheirPauses()
    {
        var process = AnalysedProcess.From(Samples.Of(
            "1.000: [GC 1.000: [ParNew: 9K->1K(9K), 0.0100000 secs] 9K->1K(99K), 0.0100000 secs]\n"
            + "Total time for which application threads were stopped: 0.0110000 seconds\n"
            + "Total time for which application threads were stopped: 0.0500000 seconds\n"
            + "2.000: [GC 2.000: [ParNew: 9K->1K(9K), 0.0400000 secs] 9K->1K(99K), 0.0400000 secs]\n"
            + "3.000: [GC 3.000: [ParNew: 9K->1K(9K), 0.0200000 secs] 9K->1K(99K), 0.0200000 secs]\n"
            + "Total time for which application threads were stopped: 0.0230000 seconds\n").Single());
        var explainer = new PauseExplainer(process);
        Assert.Equal(
            [(11_000_000L, 0), (50_000_000L, -1), (23_000_000L, 2)],
            new[] { 0, 1, 2 }.Select(i => explainer.Stops[i]).Select(stop => (stop.DurationNanoseconds, stop.Pause)));
        // It ends with its pause.
        Assert.Equal(3_020_000_000 - 23_000_000, explainer.Stops[2].StartNanoseconds);
    }

    [Fact]
    public void Explanation_NestedPhases_CountOnce()
    {
        // Table Fixup (180.1 ms) is in String Dedup Fixup (180.2 ms), that is in Post Evacuate Collection Set (181 ms).
        var log = new StringBuilder("[0.1s][info][gc] Using G1\n");
        foreach (var (name, time) in new (string, string)[]
        {
            ("Evacuate Collection Set", "16.0ms"), ("Post Evacuate Collection Set", "181.0ms"), ("  String Dedup Fixup", "180.2ms"),
            ("  Table Fixup", "180.1ms"),
        })
        {
            log.Append($"[1.0s][info][gc,phases] GC(0)   {name}: {time}\n");
        }

        log.Append("[1.0s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(256M) 198.000ms\n");
        var stop = Longest(log.ToString());
        Assert.Equal((PausePartKind.StringDeduplication, 180_200_000), (stop.Dominating?.Kind, stop.Dominating?.Nanoseconds));
        Assert.Equal(16_000_000, stop.Parts.Single(part => part.Kind == PausePartKind.Copying).Nanoseconds);
    }

    [Theory]
    [InlineData(1, 4, PauseQuestion.SlowerWork)]
    [InlineData(4, 4, PauseQuestion.MoreWork)]
    public void Explanation_LongerThanPeers_SaysWhetherItHadMoreWork(int work, int length, PauseQuestion answer)
    {
        var log = new StringBuilder("[0.1s][info][gc] Using Serial\n");
        for (var i = 0; i < 9; i++)
        {
            var (survived, time) = i == 5 ? (10 * work, 10 * length) : (10, 10);
            log.Append($"[{i + 1}.000s][info][gc,heap] GC({i}) DefNew: 17472K->{survived * 100}K(19648K) "
                + $"Eden: 17472K(17472K)->0K(17472K) From: 0K(2176K)->{survived * 100}K(2176K)\n");
            log.Append($"[{i + 1}.000s][info][gc,heap] GC({i}) Tenured: 0K(43712K)->0K(43712K)\n");
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Allocation Failure) 100M->{survived}M(256M) {time}.000ms\n");
        }

        var stop = Longest(log.ToString());
        Assert.Equal((8, 10_000_000), (stop.Peers!.Count, stop.Peers.MedianNanoseconds));
        Assert.Equal([answer], new[] { PauseQuestion.MoreWork, PauseQuestion.SlowerWork }
            .Where(question => stop.Answer(question)?.State == AnswerState.Yes));
    }

    /// <summary>Of every stop: the parts are as long as the stop, and a cause's evidence is recorded.</summary>
    [Theory]
    [MemberData(nameof(Recordings))]
    public void Explanations_OfRecording_AddUp(string path)
    {
        foreach (var process in Samples.Load(path.Split('/')).Select(AnalysedProcess.From))
        {
            var explainer = new PauseExplainer(process);
            Assert.Equal(process.Summary.Felt.Count, explainer.Stops.Count);
            foreach (var index in explainer.Stops.FindLongest(10))
            {
                var stop = explainer.Explain(index);
                var sum = stop.Parts.Sum(part => part.Nanoseconds);
                Assert.InRange(sum, stop.Stop.DurationNanoseconds - 10, stop.Stop.DurationNanoseconds + 10);
                Assert.All(stop.Parts, part => Assert.True(part.Nanoseconds > 0));
                if (stop.Cause == PauseCause.OffCpu) Assert.NotNull(stop.CpuTime);
            }
        }
    }

    /// <summary>No rule claims more time than the stops that it is about took, and root causes share the stops between them.</summary>
    [Theory]
    [MemberData(nameof(Recordings))]
    public void Findings_OfRecording_ClaimNoMoreThanTheirStops(string path)
    {
        AnalysedProcess[] processes = [.. Samples.Load(path.Split('/')).Select(AnalysedProcess.From)];
        var findings = Diagnoses.Run(processes).Findings;
        foreach (var (process, finding, _) in findings)
        {
            if (finding.TimeBack is not { } claimed) continue;
            var felt = finding.Stops.Nanoseconds.Value;
            Assert.True(claimed.Nanoseconds <= felt + 1_000_000, $"{finding.Id} claims {claimed.Nanoseconds} of {felt} ns");
        }

        for (var process = 0; process < processes.Length; process++)
        {
            var explained = findings.Where(found => found.Process == process).Sum(found => found.Finding.Explains.Nanoseconds.Value);
            Assert.InRange(explained, 0, processes[process].Summary.Felt.TotalNanoseconds.Value);
        }
    }

    public static TheoryData<string> Recordings() =>
        [.. Diagnosis.RuleFixture.All.SelectMany(fixture => new[] { fixture.Firing, fixture.Silent }).Distinct()];

    private static PauseExplanation Longest(string log)
    {
        var explainer = new PauseExplainer(AnalysedProcess.From(Samples.Of(log).Single()));
        return explainer.Explain(explainer.Stops.Longest!.Value);
    }
}
