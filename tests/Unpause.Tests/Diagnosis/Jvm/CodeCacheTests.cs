using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>Collections for compiled code (JDK 20 and later) get advice on the code cache, not on the heap or metaspace.</summary>
public class CodeCacheTests
{
    private const string Setting = "-XX:ReservedCodeCacheSize=480m";

    [Fact]
    public void MetadataCollections_RealLog_AdvisesTheCodeCache()
    {
        var finding = Of(AnalysedProcess.From(JvmLogs.Read(JvmLogs.Fixture("code-cache-jdk25.log.gz"))));
        Assert.Equal(7, finding.Evidence.Single(evidence => evidence.Key == "metadata_collections").Value);
        Assert.Equal(Setting, finding.Advice[0].Setting);
        Assert.Contains(finding.Advice, advice => advice.Setting == "jcmd PID Compiler.codecache");
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting?.Contains("Metaspace", StringComparison.Ordinal) == true);
    }

    /// <summary>"GC Aggressive" is the last threshold before the JIT compiler is disabled.</summary>
    [Theory]
    [InlineData("CodeCache GC Aggressive", Severity.High, "nearly full", Setting)]
    [InlineData("CodeCache GC Threshold", Severity.Low, "Compiled code", Setting)]
    [InlineData("Metadata GC Clear Soft References", Severity.High, "soft references were cleared", "jcmd PID VM.classloader_stats")]
    [InlineData("Metadata GC Threshold", Severity.Low, "Class metadata", "-XX:MetaspaceSize=256m")]
    public void MetadataCollections_EachCause_HasItsOwnAdvice(string cause, Severity severity, string words, string setting)
    {
        var log = new StringBuilder("[0.001s][info][gc] Using G1\n[0.002s][info][gc,init] Version: 25.0.3+9-LTS (release)\n");
        for (var i = 0; i < 4; i++)
        {
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Concurrent Start) ({cause}) 30M->10M(64M) 9.000ms\n");
        }

        var finding = Of(AnalysedProcess.From(JvmLogs.Load(log.ToString()).Recordings[0]));
        Assert.Equal(severity, finding.Severity);
        Assert.Contains(words, finding.Title, StringComparison.Ordinal);
        Assert.Equal(setting, finding.Advice[0].Setting);
    }

    private static Finding Of(AnalysedProcess process) =>
        Diagnoses.Run([process]).Findings.Select(found => found.Finding).Single(finding => finding.Id == "metadata-collections");
}
