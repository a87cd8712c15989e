using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>What a forced collection keeps says nothing about lifetimes: it comes before objects had time to die.</summary>
public class ForcedCollectionsTests
{
    [Theory]
    [InlineData("System.gc()", 0)]
    [InlineData("Heap Inspection Initiated GC", 0)]
    [InlineData("Allocation Failure", 8)]
    public void ObjectLifetimes_YoungCollections_LeaveForcedOnesOut(string cause, int expected)
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using Parallel\n");
        for (var i = 0; i < 8; i++)
        {
            var culture = System.Globalization.CultureInfo.InvariantCulture;
            log.Append(culture, $"[{i + 1}.000s][info][gc,heap] GC({2 * i}) PSYoungGen: 40000K->30000K(60000K)\n");
            log.Append(culture, $"[{i + 1}.000s][info][gc,heap] GC({2 * i}) ParOldGen: 1000K->9000K(90000K)\n");
            log.Append(culture, $"[{i + 1}.000s][info][gc] GC({2 * i}) Pause Young ({cause}) 40M->38M(146M) 12.500ms\n");
            log.Append(culture, $"[{i + 1}.100s][info][gc] GC({(2 * i) + 1}) Pause Full ({cause}) 38M->10M(146M) 42.500ms\n");
        }

        // A collection of the program's own, without which there is no rate at all.
        log.Append("[20.000s][info][gc,heap] GC(16) PSYoungGen: 40000K->100K(60000K)\n");
        log.Append("[20.000s][info][gc,heap] GC(16) ParOldGen: 1000K->1000K(90000K)\n");
        log.Append("[20.000s][info][gc] GC(16) Pause Young (Allocation Failure) 40M->1M(146M) 12.500ms\n");
        var lives = ObjectLifetimes.Compute(JvmLogs.Load(log.ToString()).Recordings[0]);
        Assert.Equal(expected + 1, lives?.YoungCollections);
    }

    /// <summary>JDK 8 with dropped direct buffers: 23 of 24 pauses are System.gc().</summary>
    [CorpusFact("repro", "jvm", "turn3")]
    public void DirectBuffers_OnJdk8_LeadWithExplicitCollections()
    {
        using var file = File.OpenRead(RepositoryFolder.SharedFile("repro", "jvm", "turn3", "j8-direct.log"));
        using var reader = new StreamReader(file);
        var findings = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(reader.ReadToEnd()).Recordings[0])]).Findings;
        Assert.Equal("full-collections", findings[0].Finding.Id);
        Assert.DoesNotContain(findings, item => item.Finding.Id == "objects-retained-too-long");
        Assert.DoesNotContain(
            findings.SelectMany(item => item.Finding.Advice),
            advice => advice.Setting?.Contains("DisableExplicitGC", StringComparison.Ordinal) == true);
    }
}
