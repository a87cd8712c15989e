using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>Every recording with at least 10 % of its time in GC has a finding.</summary>
public class NoSilenceTests
{
    private const double Most = 90;

    [Fact]
    public void Findings_SamplesWithTenPercentGcTime_AreNotEmpty()
    {
        var files = new[] { RepositoryFolder.File("samples", "jvm"), RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm") }
            .SelectMany(folder => Directory.GetFiles(folder))
            .Where(file => file.Contains(".log", StringComparison.Ordinal) || file.Contains(".jfr", StringComparison.Ordinal));
        foreach (var file in files) AssertReported(file, JvmLogs.Read(file));
    }

    [CorpusFact("corpus", "jvm")]
    public void Findings_CorpusWithTenPercentGcTime_AreNotEmpty()
    {
        foreach (var file in Directory.GetFiles(RepositoryFolder.SharedFile("corpus", "jvm"), "*", SearchOption.AllDirectories))
        {
            var isLog = Path.GetExtension(file) is ".log" or ".gz" or ".vgc" or ".lasttest";
            if (isLog && new FileInfo(file).Length < 20_000_000) AssertReported(file, JvmLogs.Read(file));
        }
    }

    private static void AssertReported(string file, Recording recording)
    {
        if (recording.Source.Runtime != Runtimes.Jvm) return;
        var process = AnalysedProcess.From(recording);
        if (!(process.Summary.Pauses.ThroughputPercent < Most)) return;
        Assert.True(Diagnoses.Run([process]).Findings.Count > 0, $"{file}: {process.Summary.Pauses.ThroughputPercent} %");
    }
}
