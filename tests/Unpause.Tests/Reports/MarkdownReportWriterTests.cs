using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Tests.Reports.Contract;

namespace Unpause.Tests.Reports;

/// <summary>Markdown for an issue: short, the findings first, the rest folded.</summary>
public class MarkdownReportWriterTests
{
    public static TheoryData<string> Samples => new(
        ((string[])["jvm", "dotnet", "go", "python", "requests"])
            .SelectMany(folder => Directory.GetFiles(RepositoryFolder.File("samples", folder)).Select(path => (folder, path)))
            .Where(file => IsRecording(file.path))
            .Select(file => $"{file.folder}/{Path.GetFileName(file.path)}")
            .Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Samples))]
    public void MarkdownReport_Sample_FitsAnIssue(string sample)
    {
        var report = Report.Create(Tests.Samples.Load(["samples", .. sample.Split('/')]));
        AssertFits(report);
        if (report.Processes.Count == 0) return;
        // Every sample with requests, too: those of another program are as good for counting lines.
        var requests = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))).Requests;
        AssertFits(report with { Requests = requests });
    }

    [Fact]
    public void MarkdownReport_WorstReport_FitsAnIssue()
    {
        var (document, _) = OlderReports.Read("req1");
        var finding = document.Findings[0] with { SymptomOf = null };
        var code = string.Join('\n', Enumerable.Range(0, 6).Select(line => $"line {line}"));
        finding = finding with { Advice = [finding.Advice[0] with { Setting = null, Code = code }] };
        for (var processes = 1; processes < 6; processes++)
        {
            for (var findings = 0; findings < 30; findings++)
            {
                var crowded = document with
                {
                    NotRecorded = [.. Enumerable.Repeat("the moon", findings)],
                    Processes = [.. Enumerable.Repeat(document.Processes[0], processes)],
                    Findings = [.. Enumerable.Repeat(finding, findings)],
                };
                Assert.InRange(Visible(Text(crowded)).Count, 5, MarkdownReportWriter.MostLines);
            }
        }
    }

    [Fact]
    public void MarkdownReport_Findings_FollowTheVerdict()
    {
        var lines = Visible(
            new MarkdownReportWriter().Text(Report.Create(Tests.Samples.Load("samples", "jvm", "retaining-g1-jdk17.log.gz"))));
        Assert.StartsWith("538 ms longest pause, 19.2 % of 25.6 s paused (48 stop-the-world pauses).", lines[2], StringComparison.Ordinal);
        Assert.StartsWith("### medium: GC threads were starved of CPU in 20 long pauses", lines[4], StringComparison.Ordinal);
        Assert.Contains(lines, line => line.Contains("`unpause record PID --jfr --retainers`", StringComparison.Ordinal));
        Assert.Contains("- Symptoms of it: `low-throughput`, `long-evacuation`", lines);
        Assert.Contains(lines, line => line.Contains("max 538 ms at 2.25 s (collection 7 young)", StringComparison.Ordinal));
    }

    [Fact]
    public void MarkdownReport_TraceIds_AreWhole()
    {
        var (document, _) = OlderReports.Read("req1");
        var text = Text(document);
        Assert.Contains($"`{document.Requests!.Worst[0].TraceId}`", Visible(text).Single(line => line.Contains(
            document.Requests.Worst[0].TraceId!, StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.NotEmpty(document.Requests.Holes);
        Assert.All(document.Requests.Holes.Take(10), hole => Assert.Contains(hole.TraceId, text, StringComparison.Ordinal));
        Assert.DoesNotContain('…', string.Concat(text.Split('\n').Where(line => line.StartsWith("| in ", StringComparison.Ordinal))));
    }

    [Fact]
    public void MarkdownReport_HealthyRecording_SaysSo() => Assert.Contains(
        "No rule found a problem.",
        Visible(new MarkdownReportWriter().Text(Report.Create(Tests.Samples.Load("samples", "jvm", "g1-jdk25.log")))));

    private static bool IsRecording(string path) =>
        path.EndsWith(".log", StringComparison.Ordinal) || path.EndsWith(".log.gz", StringComparison.Ordinal)
        || path.EndsWith(".jfr.gz", StringComparison.Ordinal) || path.EndsWith(".nettrace.gz", StringComparison.Ordinal)
        || path.EndsWith(".gctrace", StringComparison.Ordinal) || path.EndsWith(".upgc", StringComparison.Ordinal)
        || path.EndsWith(".upgc.gz", StringComparison.Ordinal) || path.EndsWith("debug-stats.txt", StringComparison.Ordinal);

    private static void AssertFits(Report report)
    {
        var visible = Visible(new MarkdownReportWriter().Text(report));
        Assert.InRange(visible.Count, 5, MarkdownReportWriter.MostLines);
        Assert.Equal("# Pauses", visible[0]);
    }

    private static string Text(ReportDocument document)
    {
        using var output = new MemoryStream();
        new MarkdownReportWriter().Write(document, Report.Create([]).ToTimeline(), output);
        return System.Text.Encoding.UTF8.GetString(output.ToArray());
    }

    /// <summary>The lines that are seen without unfolding; the fold's own two lines count.</summary>
    private static List<string> Visible(string text)
    {
        List<string> visible = [];
        var folded = 0;
        foreach (var line in text.TrimEnd('\n').Split('\n'))
        {
            if (line.StartsWith("</details>", StringComparison.Ordinal)) folded--;
            if (folded == 0) visible.Add(line);
            if (line.StartsWith("<details>", StringComparison.Ordinal)) folded++;
        }

        Assert.Equal(0, folded);
        return visible;
    }
}
