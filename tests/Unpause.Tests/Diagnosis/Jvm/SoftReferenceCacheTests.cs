using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

public class SoftReferenceCacheTests
{
    private const string InVain = "Pause Full (Allocation Failure) 193M->193M(193M) 10.000ms";
    private const string Clearing = "Pause Full (Allocation Failure) 193M->13M(193M) 15.000ms";

    /// <summary>A full collection in vain, and right after it one that clears soft references: twice likely, once possible.</summary>
    [Theory]
    [InlineData(1, ConfidenceLevel.Possible)]
    [InlineData(2, ConfidenceLevel.Likely)]
    public void Check_ClearingAfterOneInVain_Fires(int times, ConfidenceLevel confidence)
    {
        var lines = Enumerable.Range(0, times).SelectMany(time => Lines(time, Young(time), InVain, Clearing));
        var finding = Found("Serial", lines);
        Assert.Equal(confidence, finding.Confidence!.Level);
        Assert.Equal(times, finding.Evidence[0].Value);
        Assert.Equal(180.0 * 1024 * 1024, finding.Evidence[1].Value);
        Assert.Equal("-XX:SoftRefLRUPolicyMSPerMB=0", finding.Advice[1].Setting);
    }

    /// <summary>After two in vain OutOfMemoryError was thrown, and what the thread kept is freed: a leak that ended.</summary>
    [Fact]
    public void Check_ClearingAfterTwoInVain_IsSilent() =>
        Assert.DoesNotContain(All("Serial", Lines(0, Young(0), InVain, InVain, Clearing)), finding => finding.Id == "soft-reference-cache");

    [Fact]
    public void Check_FullCollectionSomeTimeLater_IsSilent() => Assert.DoesNotContain(
        All("Serial", [.. Lines(0, Young(0), InVain), .. Lines(2, Young(2), Clearing)]), finding => finding.Id == "soft-reference-cache");

    /// <summary>G1 of JDK 25 clears them in its first full collection: markings before it found all of the heap in use.</summary>
    [Theory]
    [InlineData(148, 3, true)]
    [InlineData(148, 2, false)]
    [InlineData(120, 3, false)]
    public void Check_FullCollectionsAfterMarkingsInVain_Fire(int afterMarking, int times, bool fires)
    {
        var lines = Enumerable.Range(0, times).SelectMany(time => Lines(
            time,
            "Pause Young (Concurrent Start) (G1 Evacuation Pause) 140M->130M(200M) 3.000ms",
            "Pause Remark 151M->151M(200M) 0.600ms",
            $"Pause Young (Mixed) (G1 Evacuation Pause) 161M->{afterMarking}M(200M) 4.000ms",
            "Pause Full (G1 Compaction Pause) 199M->19M(200M) 60.000ms"));
        Assert.Equal(fires, All("G1", lines).Any(finding => finding.Id == "soft-reference-cache"));
    }

    /// <summary>A larger heap only fills more slowly, so no consequence advises one.</summary>
    [Fact]
    public void Consequences_OfTheSample_HaveNoSettings()
    {
        var process = AnalysedProcess.From(JvmLogs.Read("tests/Unpause.Tests/fixtures/jvm/soft-references-jdk17.log.gz"));
        var findings = Diagnoses.Run([process]).Findings;
        Assert.Equal("soft-reference-cache", findings[0].Finding.Id);
        Assert.Contains(findings, found => found.Finding.Id == "cramped-heap");
        Assert.All(findings.Where(found => found.FollowsFrom is not null), found =>
            Assert.DoesNotContain(
                found.Finding.Advice, advice => advice.Setting?.StartsWith("-X", StringComparison.Ordinal) == true));
    }

    private static string Young(int second) => $"Pause Young (Allocation Failure) 19{second}M->193M(193M) 1.000ms";

    /// <summary>Lines of collections that follow each other at once; each stamp is the end of a pause.</summary>
    private static IEnumerable<string> Lines(int second, params string[] pauses)
    {
        var end = second * 1000.0 + 500;
        for (var i = 0; i < pauses.Length; i++)
        {
            var length = double.Parse(pauses[i].Split(' ')[^1][..^2], System.Globalization.CultureInfo.InvariantCulture);
            end += length;
            yield return FormattableString.Invariant($"[{end / 1000:0.000}s][info][gc] GC({(second * 10) + i}) {pauses[i]}\n");
        }
    }

    private static List<Finding> All(string collector, IEnumerable<string> lines)
    {
        var log = $"[0.001s][info][gc] Using {collector}\n{string.Concat(lines)}";
        var process = AnalysedProcess.From(JvmLogs.Load(log).Recordings[0]);
        return [.. Diagnoses.Run([process]).Findings.Select(found => found.Finding)];
    }

    private static Finding Found(string collector, IEnumerable<string> lines) =>
        All(collector, lines).Single(finding => finding.Id == "soft-reference-cache");
}
