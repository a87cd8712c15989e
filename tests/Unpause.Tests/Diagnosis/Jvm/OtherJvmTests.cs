using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Tests.Readers.Jvm;
using Unpause.Tests.Reports;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>OpenJ9 and native images get no advice that only HotSpot has.</summary>
public class OtherJvmTests
{
    private static readonly string[] OfHotSpot =
        ["-XX:", "-Xlog", "jcmd", "--jfr", "--retainers", "unpause heap", "unpause record PID", "MaxGCPauseMillis", "G1"];

    public static TheoryData<string> Logs =>
    [
        .. Directory.GetFiles(JvmLogs.Fixture("openj9"), "*.xml").Concat(Directory.GetFiles(JvmLogs.Fixture("native-image"), "*.log"))
            .Select(path => Path.GetRelativePath(RepositoryFolder.Root, path)).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Logs))]
    public void OtherJvms_Report_HasNothingOfHotSpot(string file) => AssertNothingOfHotSpot(Samples.Load(file.Split('/')));

    /// <summary>Many explicit collections of a nearly full heap, slow to stop, with little CPU: findings of several rules.</summary>
    [Fact]
    public void OpenJ9_TroubledProcess_HasFindingsWithoutHotSpotsFlags()
    {
        var recordings = Samples.Of(Troubled(explicitly: true));
        AssertNothingOfHotSpot(recordings);
        var findings = Findings(recordings);
        Assert.Contains(findings, finding => finding.Id == "full-collections");
        Assert.Contains(findings, finding => finding.Id == "slow-safepoints");
        Assert.All(findings, finding => Assert.NotEmpty(finding.Advice));
    }

    /// <summary>What also holds there is advised: the heap's size, where its limit is known.</summary>
    [Fact]
    public void OpenJ9_CrampedHeap_IsAdvisedALargerOne()
    {
        var recordings = Samples.Of(Troubled(explicitly: false));
        AssertNothingOfHotSpot(recordings);
        var cramped = Assert.Single(Findings(recordings), finding => finding.Id == "cramped-heap");
        Assert.StartsWith("-Xmx", cramped.Advice[0].Setting, StringComparison.Ordinal);
    }

    private static List<Finding> Findings(IReadOnlyList<Recording> recordings) =>
        [.. Diagnoses.Run([AnalysedProcess.From(Assert.Single(recordings))]).Findings.Select(found => found.Finding)];

    private static void AssertNothingOfHotSpot(IReadOnlyList<Recording> recordings)
    {
        var report = new JsonReportWriter(events: false).Text(Report.Create(recordings));
        Assert.All(OfHotSpot, word => Assert.DoesNotContain(word, report, StringComparison.Ordinal));
    }

    private static string Troubled(bool explicitly)
    {
        const string Cpu = "usertimems=\"20.000\" systemtimems=\"1.000\"";
        var reason = explicitly ? "sys-start reason=\"explicit\"" : "af-start type=\"tenure\"";
        var log = new StringBuilder("<initialized id=\"1\" timestamp=\"2026-11-22T10:00:00.000\">\n"
            + "<attribute name=\"gcPolicy\" value=\"-Xgcpolicy:gencon\" />\n<attribute name=\"maxHeapSize\" value=\"0x20000000\" />\n");
        for (var i = 0; i < 20; i++)
        {
            var (id, at) = (2 + (10 * i), $"2026-11-22T10:00:{i + 1:00}.000");
            log.Append(
                $"""
                <exclusive-start id="{id}" timestamp="{at}" intervalms="1000.000">
                  <response-info timems="{(explicitly ? 120 : 0.1):0.000}" idlems="0.1" threads="0" lastid="0" lastname="a" />
                </exclusive-start>
                <{reason} id="{id + 1}" timestamp="{at}" />
                <cycle-start id="{id + 2}" type="global" contextid="0" timestamp="{at}" intervalms="1000.000" />
                <gc-start id="{id + 3}" type="global" contextid="{id + 2}" timestamp="{at}">
                  <mem-info id="{id + 4}" free="1000000" total="536870912" percent="0">
                </gc-start>
                <allocation-stats totalBytes="30000000" >
                <gc-op id="{id + 5}" type="mark" timems="290.000" contextid="{id + 2}" timestamp="{at}" />
                <gc-end id="{id + 6}" type="global" contextid="{id + 2}" durationms="300.000" {Cpu} timestamp="{at}">
                  <mem-info id="{id + 7}" free="31000000" total="536870912" percent="5">
                </gc-end>
                <cycle-end id="{id + 8}" type="global" contextid="{id + 2}" timestamp="{at}" />
                <exclusive-end id="{id + 9}" timestamp="{at}" durationms="301.000" />

                """);
        }

        return log.ToString();
    }
}
