using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>"Give the heap more room" has a size only if it can be derived, and keeps compressed references if possible.</summary>
public class HeapAdviceTests
{
    private const string Smaller = "Not more: from 32 GiB on";
    private const string Crosses = "slightly above 32 GiB";

    [Theory]
    [InlineData(1, "", "-Xmx2048m", null)]
    [InlineData(15, "", "-Xmx30720m", null)]
    [InlineData(20, "", "-Xmx31744m", Smaller)]
    [InlineData(24, "", "-Xmx31744m", Smaller)]
    [InlineData(30, "", "-Xmx61440m", Crosses)]
    [InlineData(40, "", "-Xmx81920m", null)]
    [InlineData(20, "[0.001s][info][gc,init] Compressed Oops: Disabled\n", "-Xmx40960m", null)]
    [InlineData(20, "[0.001s][info][gc,init] Memory: 24105M\n", null, "needs a larger machine")]
    public void LargerHeap_AroundThirtyTwoGibibytes_ConsidersCompressedOops(int gibibytes, string head, string? setting, string? remark)
    {
        var advice = AdviceOnRoom(LowThroughput(gibibytes, head, 20));
        Assert.Equal(setting, advice.Setting);
        if (remark is not null) Assert.Contains(remark, advice.Text, StringComparison.Ordinal);
        else Assert.DoesNotContain("32 GiB", advice.Text, StringComparison.Ordinal);
    }

    /// <summary>A heap size is derived from three live sets that agree: one may include what was about to die.</summary>
    [Theory]
    [InlineData(new[] { 80 }, null)]
    [InlineData(new[] { 60, 70, 85 }, null)]
    [InlineData(new[] { 80, 81, 80 }, "-Xmx200m")]
    [InlineData(new[] { 83, 81, 83 }, "-Xmx208m")]
    public void CrampedHeap_LiveSets_GiveASizeOnlyWhenTheyAgree(int[] live, string? setting)
    {
        var log = new StringBuilder("[0.001s][info][gc] Using Serial\n[0.002s][info][gc,init] Heap Max Capacity: 100M\n");
        for (var i = 0; i < live.Length; i++)
        {
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Full (Allocation Failure) 98M->{live[i]}M(100M) 400.000ms\n");
        }

        var finding = FindingsOf(log.ToString()).Single(finding => finding.Id == "cramped-heap");
        Assert.Equal(setting, finding.Advice[0].Setting);
        Assert.Equal(setting is null, finding.Gain is null);
    }

    /// <summary>The line of Parallel before OutOfMemoryError: GC overhead limit exceeded.</summary>
    [Theory]
    [InlineData("      GC time would exceed GCTimeLimit of 98%", 4)]
    [InlineData("", null)]
    public void CrampedHeap_GCTimeLimit_IsInTheEvidence(string mark, int? expected)
    {
        var log = new StringBuilder();
        for (var i = 0; i < 4; i++)
        {
            log.Append($"{i + 1}0.000: [Full GC [PSYoungGen: 230400K->200383K(268800K)] [PSOldGen: 3887103K->3887103K(3887104K)] ");
            log.Append($"4117503K->4087486K(4155904K) [PSPermGen: 265304K->265304K(524288K)]{mark}, 9.0102530 secs]\n");
        }

        var finding = FindingsOf(log.ToString()).Single(finding => finding.Id == "cramped-heap");
        Assert.Equal(expected, finding.Evidence.SingleOrDefault(evidence => evidence.Key == "time_limit_collections")?.Value);
    }

    /// <summary>A heap that is filled at startup and then stays as full is in use. If it is still filling, it leaks.</summary>
    [Theory]
    [InlineData(20, "cramped-heap")]
    [InlineData(5, "growing-live-set")]
    public void FilledHeap_StaysFullForLonger_IsNoLeak(int collections, string leads)
    {
        var log = new StringBuilder("[0.001s][info][gc] Using Serial\n[0.002s][info][gc,init] Heap Max Capacity: 100M\n");
        for (var i = 0; i < collections; i++)
        {
            var live = Math.Min(88, 8 + (20 * i));
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Full (Allocation Failure) 98M->{live}M(100M) 400.000ms\n");
        }

        Assert.Equal(leads, FindingsOf(log.ToString())[0].Id);
    }

    [Fact]
    public void LargerHeap_FewCollections_HasNoSize()
    {
        var log = new StringBuilder("[0.001s][info][gc] Using Serial\n");
        log.Append("[9.000s][info][gc] GC(0) Pause Full (Allocation Failure) 60G->50G(64G) 9000.000ms\n");
        var finding = FindingsOf(log.ToString()).Single(finding => finding.Id == "full-collections");
        Assert.All(finding.Advice, advice => Assert.Null(advice.Setting));
        Assert.Contains(finding.Advice, advice => advice.Text.Contains("1 collection cannot show how much more", StringComparison.Ordinal));
    }

    [Fact]
    public void FullCollections_HalfEmptyHeap_BlamesLargeObjects()
    {
        var log = new StringBuilder("[0.001s][info][gc] Using G1\n");
        for (var i = 0; i < 8; i++)
        {
            log.Append($"[{(i * 9) + 9}.000s][info][gc] GC({i}) Pause Full (Allocation Failure) 9G->5G(28G) 2000.000ms\n");
        }

        var finding = FindingsOf(log.ToString()).Single(finding => finding.Id == "full-collections");
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting?.StartsWith("-Xmx", StringComparison.Ordinal) == true);
        Assert.Contains(finding.Advice, advice => advice.Text.Contains("contiguous memory", StringComparison.Ordinal));
    }

    [CorpusFact("corpus", "jvm")]
    public void LargerHeap_AbovePointerCompression_MentionsThirtyTwoGibibytes()
    {
        var files = Directory.GetFiles(RepositoryFolder.SharedFile("corpus", "jvm"), "*.log", SearchOption.AllDirectories);
        foreach (var file in files)
        {
            var process = AnalysedProcess.From(JvmLogs.Read(file));
            if (process.Recording.Source.Runtime != Runtimes.Jvm) continue;
            foreach (var advice in Diagnoses.Run([process]).Findings.SelectMany(found => found.Finding.Advice))
            {
                if (advice.Setting?.StartsWith("-Xmx", StringComparison.Ordinal) != true) continue;
                var mebibytes = int.Parse(advice.Setting[4..^1], System.Globalization.CultureInfo.InvariantCulture);
                var said = advice.Text.Contains("32 GiB", StringComparison.Ordinal);
                Assert.True(mebibytes < 31 << 10 || said, $"{file}: {advice.Setting}: {advice.Text}");
            }
        }
    }

    private static Advice AdviceOnRoom(string log) =>
        FindingsOf(log).Single(finding => finding.Id == "low-throughput").Advice
            .First(advice => advice.Setting is null || advice.Setting.StartsWith("-X", StringComparison.Ordinal));

    /// <summary>Young collections that take half of the time, without sizes of the spaces.</summary>
    private static string LowThroughput(int gibibytes, string head, int collections)
    {
        var log = new StringBuilder($"[0.001s][info][gc] Using Parallel\n{head}[0.002s][info][gc,init] Heap Max Capacity: {gibibytes}G\n");
        for (var i = 0; i < collections; i++)
        {
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Allocation Failure) {gibibytes * 900}M->{gibibytes * 300}M"
                + $"({gibibytes}G) 500.000ms\n");
        }

        return log.ToString();
    }

    private static IReadOnlyList<Finding> FindingsOf(string log) =>
        [.. Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log).Recordings[0])]).Findings.Select(found => found.Finding)];
}
