using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>Regression tests for findings that turned out to be wrong when compared with their logs.</summary>
public class JudgedLogsTests
{
    /// <summary>Ten pauses of 0.4 s within hours affect few requests; the same pauses every few seconds affect many.</summary>
    [CorpusTheory("corpus", "jvm")]
    [InlineData("unified/g1gc/jvm-gc-10Nov2022.log", Severity.Low)]
    [InlineData("preunified/g1gc/details/tenuring/server3-gc.log", Severity.Low)]
    [InlineData("preunified/g1gc/details/tenuring/180/g1gc.log", Severity.Medium)]
    [InlineData("preunified/g1gc/details/tenuring/server1-gc.log", Severity.High)]
    public void LongEvacuation_CorpusLogs_SeverityFollowsTheShareOfTime(string path, Severity expected) =>
        Assert.Equal(expected, Corpus(path).Single(found => found.Finding.Id == "long-evacuation").Finding.Severity);

    [Theory]
    [InlineData(5, 300, Severity.High)]
    [InlineData(100, 300, Severity.Medium)]
    [InlineData(1000, 300, Severity.Low)]
    [InlineData(10_000, 1200, Severity.Medium)]
    public void LongEvacuation_Interval_DecidesTheSeverity(int secondsBetween, int milliseconds, Severity expected)
    {
        var log = new StringBuilder("[0.001s][info][gc] Using G1\n");
        for (var i = 0; i < 10; i++)
        {
            var at = (i + 1) * secondsBetween;
            log.Append($"[{at}.000s][info][gc,phases] GC({i})   Evacuate Collection Set: {milliseconds * 0.9:0.0}ms\n");
            log.Append($"[{at}.000s][info][gc] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) 500M->300M(1024M) "
                + $"{milliseconds}.000ms\n");
        }

        var finding = Of(log.ToString()).Select(found => found.Finding).Single(finding => finding.Id == "long-evacuation");
        Assert.Equal(expected, finding.Severity);
    }

    /// <summary>The live set of this log filled the heap and then shrank gradually: finished work, not a leak.</summary>
    [CorpusFact("corpus", "jvm")]
    public void GrowingLiveSet_GradualDecrease_IsNotALeak() =>
        Assert.Equal("concurrent-mode-failure", Root("preunified/cms/parnew/details/1073_1.log"));

    /// <summary>288 explicit GCs would happen without the leak, too.</summary>
    [CorpusFact("corpus", "jvm")]
    public void FullCollections_ExplicitGC_IsTheRootCauseDespiteALeak() =>
        Assert.Equal("full-collections", Root("preunified/ps/details/gccause/170/psyoung.log"));

    [CorpusFact("corpus", "jvm")]
    public void GrowingLiveSet_FreedBeforeFull_IsOnlyPossible()
    {
        var found = Corpus("preunified/cms/815_gc.log").Single(found => found.Finding.Id == "growing-live-set").Finding;
        Assert.Equal(ConfidenceLevel.Possible, found.Confidence!.Level);
        Assert.DoesNotContain("is next", found.Title, StringComparison.Ordinal);
    }

    /// <summary>None of the 60,000 class loaders is retained too long, but they retain objects until they are unloaded.</summary>
    [Fact]
    public void MetadataCollections_DroppedLoaders_AreTheCauseOfRetainedObjects()
    {
        var found = Of(JvmLogs.Read(JvmLogs.Fixture("loaders-dropped-jdk17.log.gz")));
        Assert.Equal("metadata-collections", found[0].Finding.Id);
        Assert.Contains("loaders", found[0].Finding.Title, StringComparison.Ordinal);
        Assert.Contains(found[0].Finding.Advice, advice => advice.Setting == "jcmd PID VM.classloader_stats");
        Assert.DoesNotContain(
            found[0].Finding.Advice, advice => advice.Setting?.Contains("MaxMetaspace", StringComparison.Ordinal) == true);
        var held = found.Single(other => other.Finding.Id == "objects-retained-too-long");
        Assert.Equal(0, held.FollowsFrom);
        Assert.Equal(ConfidenceLevel.Possible, held.Finding.Confidence!.Level);
    }

    /// <summary>Half of the stops of this log have no collection, so young collections are not most of it.</summary>
    [CorpusFact("corpus", "jvm")]
    public void LowThroughput_StopsOutsidePauses_AreNotCountedAsCollections()
    {
        var found = Corpus("preunified/g1gc/details/solaris/rightmove_parse_errors.log");
        var title = found.Single(other => other.Finding.Id == "low-throughput").Finding.Title;
        Assert.Contains("53 % of that in GC pauses", title, StringComparison.Ordinal);
    }

    private static string Root(string path) => Corpus(path)[0].Finding.Id;

    private static IReadOnlyList<ProcessFinding> Corpus(string path) =>
        Of(JvmLogs.Read(RepositoryFolder.SharedFile(["corpus", "jvm", .. path.Split('/')])));

    private static IReadOnlyList<ProcessFinding> Of(string log) => Of(JvmLogs.Load(log).Recordings[0]);

    private static IReadOnlyList<ProcessFinding> Of(Unpause.Recordings.Recording recording) =>
        Diagnoses.Run([AnalysedProcess.From(recording)]).Findings;
}
