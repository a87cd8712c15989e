using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

/// <summary>
/// Each input of shared/repro/field: its format, its pauses and the longest, by its README and a count over the raw text; and that a file
/// that does not record pauses is not taken for one without.
/// </summary>
public class FieldCasesTests
{
    [CorpusTheory("repro", "field")]
    [InlineData("01-es-14076-parnew-1221s/gc-clean.log", "jvm-legacy", 1, 1_221_623.0128)]
    [InlineData("02-naarad-41-real-37s/gc.log", "jvm-legacy", 1, 37_700)]
    [InlineData("04-es-13506-jvmmonitor/es.log", "jvm-monitor", 1, 40_680_000)]
    [InlineData("05-gcviewer-158-openj9/min.xml", "openj9", 1, 25.31)]
    [InlineData("06-graal-7663-native/serial-old.log", "jvm-unified", 2, 23.244)]
    [InlineData("11-gcviewer-198-shenandoah8/min.log", "jvm-legacy", 1, 30.514)]
    [InlineData("15-graal-2129-parallel11/gc.log", "jvm-unified", 2, 2_525.974)]
    [InlineData("21-dzone-logblocked/gc.log", "jvm-legacy", 1, 15_349.522)]
    [InlineData("22-poonam-cms-unload/gc.log", "jvm-legacy", 2, 34_379.636)]
    [InlineData("22-poonam-cms-unload/longer.log", "jvm-legacy", 6, 34_379.636)]
    [InlineData("26-garbagecat-219-evacfail-reason/preprocessed.log", "jvm-unified", 1, 8.244)]
    [InlineData("27-garbagecat-194-tospace/gc.log", "jvm-unified", 9, 635.373)]
    [InlineData("28-garbagecat-111-gctimelimit/gc.log", "jvm-legacy", 4, 10_061.268)]
    [InlineData("29-garbagecat-135-g1ergo7/gc.log", "jvm-legacy", 3, 15.584)]
    [InlineData("42-gcviewer-30-apptime-glued/min5.log", "jvm-legacy", 1, 10.2)]
    [InlineData("63-jvmgcanalyzer/g1gc-with-dedup.log", "jvm-unified", 1, 198.221)]
    [InlineData("77-gctoolkit-395-genz-real/gc.log", "jvm-unified", 11, 0.024)]
    [InlineData("83-half-indented.log", "jvm-unified", 2, 12.513)]
    [InlineData("91-public-binaries/jmc-full_gc_cms.jfr", "jfr", 41, 1_127.136015)]
    [InlineData("92-jdk9-jfr/jmc-allocation_10s_before.jfr", "jfr", 8, 11.002603)]
    [InlineData("neg.log", "jvm-unified", 2, 2_525.974)]
    public void FieldCase_WithPauses_HasThem(string file, string format, int pauses, double longestMilliseconds)
    {
        var recording = Load(file);
        Assert.Equal((format, pauses), (recording.Source.Format, recording.Pauses.Count));
        Assert.Equal(longestMilliseconds, recording.Pauses.Max(pause => pause.DurationNanoseconds) / 1e6, 1e-6);
    }

    [CorpusTheory("repro", "field")]
    [InlineData("08-diag-4395-counters/counters.csv", "dotnet-counters")]
    [InlineData("08-diag-4395-counters/monitor.txt", "dotnet-counters")]
    [InlineData("18-cpython-140358-py314/py314.txt", "python-debug")]
    [InlineData("36-gctoolkit-445-genz/grep.log", "jvm-unified")]
    [InlineData("65-grafana-jfr/FastSlow_2024_01_16_180855.jfr.gz", "jfr")]
    public void FieldCase_WithoutPauses_SaysThatTheyAreNotRecorded(string file, string format)
    {
        var recording = Load(file);
        Assert.Equal(format, recording.Source.Format);
        Assert.Empty(recording.Pauses);
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
    }

    private static Recording Load(string file) => Assert.Single(RuntimeTable.Default.Load(
        [RecordingInput.File(RepositoryFolder.SharedFile("repro", "field", file))]).Recordings);
}
