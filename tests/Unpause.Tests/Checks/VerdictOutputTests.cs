using System.Text;
using System.Xml.Linq;
using Unpause.Reports.Checks;
using Unpause.Reports.Documents;
using Unpause.Tests.Reports;
using static Unpause.Tests.Checks.CheckedRuns;

namespace Unpause.Tests.Checks;

/// <summary>Verdicts for people and for CI servers.</summary>
public class VerdictOutputTests
{
    private const string Evil = "::error::x\r\n%0A, a:b|c`<b>\u001b[31m\u202E&\"";

    [Fact]
    public void Annotations_HostileText_IsOneCommand()
    {
        var verdicts = Judge(1, Evil);
        var lines = Annotations(verdicts).TrimEnd('\n').Split('\n');
        var line = Assert.Single(lines);
        Assert.DoesNotContain('\r', line);
        Assert.StartsWith("::error file=a%2Cb%3A%25c.yaml,line=1,title=BROKEN%3A 0 %3A%3Aerror%3A%3Ax", line, StringComparison.Ordinal);
        // The properties end at the first ::, and what GitHub unescapes is the text.
        var properties = line["::error ".Length..line.IndexOf("::", 2, StringComparison.Ordinal)];
        Assert.Equal(["file", "line", "title"], properties.Split(',').Select(property => property.Split('=')[0]));
        Assert.Contains("%250A", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(10, 10)]
    [InlineData(11, 10)]
    [InlineData(200, 10)]
    public void Annotations_ManyBrokenBudgets_AreAtMostTen(int broken, int annotations)
    {
        var lines = Annotations(broken == 0 ? Judge(1, "x", "10s") : Judge(broken, "x")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(annotations, lines.Length);
        Assert.All(lines, line => Assert.StartsWith("::error ", line, StringComparison.Ordinal));
        if (broken > annotations) Assert.Contains($"::{broken - 9} more budgets are not kept", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void Annotations_SeveralOutcomes_StartWithTheWorst()
    {
        var file = BudgetsFile.Read(
            "budgets:\n- {metric: max_pause, limit: 9ms, tolerance: 1ms}\n- {metric: max_pause, limit: 1s}\n"
            + "- {metric: live_set, limit: 1b}\n- {metric: max_pause, limit: 8ms}\n", null);
        var verdicts = new BudgetCheck([Run(10)], new Dictionary<string, IReadOnlyList<ReportDocument>>()).Judge(file);
        Assert.Equal(["::error file=b,line=5", "::error file=b,line=4", "::warning file=b,line=2"],
            Annotations(verdicts, "b").TrimEnd('\n').Split('\n').Select(line => line[..line.IndexOf(",title", StringComparison.Ordinal)]));
        Assert.Equal(CheckOutcome.Broken, CheckVerdict.Worst(verdicts));
    }

    [Fact]
    public void MarkdownVerdict_HostileNames_HasNoMarkup()
    {
        var markdown = Markdown(Judge(1, Evil));
        Assert.DoesNotContain("<b>", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', markdown);
        Assert.DoesNotContain("c`", markdown.Replace("\\`", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Contains("| BROKEN | 0 ::error::x", markdown, StringComparison.Ordinal);
        // A cell with | would make a column.
        Assert.All(markdown.Split('\n').Where(line => line.StartsWith('|')),
            line => Assert.Equal(5, line.Replace("\\|", "", StringComparison.Ordinal).Count(letter => letter == '|')));
    }

    [Fact]
    public void MarkdownVerdict_ManyPlaces_StaysSmall()
    {
        var report = Runs([.. Enumerable.Range(0, 300).Select(i => ($"{i}{new string('x', 200)}.log", (long[])[10]))]);
        var markdown = Markdown(Judge(200, new string('&', 900), "1ms", report));
        Assert.InRange(Encoding.UTF8.GetByteCount(markdown), 100_000, 900_000);
        Assert.Contains("… and 1,", markdown, StringComparison.Ordinal);
    }

    [Fact]
    public void VerdictTable_LongNames_FitTheScreen()
    {
        var verdicts = Judge(3, "a budget with a rather long name that has to wrap somewhere");
        var text = PlainConsole.Text(80, console => VerdictTableWriter.Write(console, verdicts));
        Assert.All(text.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Assert.Contains("3 budgets: 3 broken.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void JUnit_SeveralPlaces_HasATestForEach()
    {
        var file = BudgetsFile.Read(
            "budgets: [{metric: max_pause, limit: 15ms, note: see x}, {metric: live_set, limit: 1b}, "
            + "{metric: max_wait, limit: 1s, process: z}]", null);
        var report = Runs(("a.log", [10]), ("b.log", [20]), ("c\u0001.log", []));
        using var output = new MemoryStream();
        VerdictJUnit.Write(output, new BudgetCheck([report], new Dictionary<string, IReadOnlyList<ReportDocument>>()).Judge(file));
        var suite = XDocument.Parse(Encoding.UTF8.GetString(output.ToArray())).Root!.Element("testsuite")!;
        string[] counts = ["tests", "failures", "errors", "skipped"];
        Assert.Equal(["7", "1", "4", "1"], counts.Select(name => suite.Attribute(name)!.Value));
        Assert.Equal("see x", suite.Descendants("failure").Single().Value);
        Assert.Single(suite.Elements("testcase"), test => !test.HasElements);
    }

    private static IReadOnlyList<CheckVerdict> Judge(int budgets, string name, string limit = "1ms", ReportDocument? report = null)
    {
        var quoted = System.Text.Json.JsonSerializer.Serialize(name);
        var yaml = "budgets: [" + string.Join(", ", Enumerable.Range(0, budgets)
            .Select(i => $"{{metric: max_pause, limit: {limit}, name: {quoted.Insert(1, $"{i} ")}}}")) + "]";
        return new BudgetCheck([report ?? Run(10)], new Dictionary<string, IReadOnlyList<ReportDocument>>())
            .Judge(BudgetsFile.Read(yaml, null));
    }

    private static string Annotations(IReadOnlyList<CheckVerdict> verdicts, string file = "a,b:%c.yaml")
    {
        using var text = new StringWriter();
        GitHubAnnotations.Write(text, verdicts, file);
        return text.ToString();
    }

    private static string Markdown(IReadOnlyList<CheckVerdict> verdicts)
    {
        using var text = new StringWriter { NewLine = "\n" };
        VerdictMarkdown.Write(text, verdicts);
        return text.ToString();
    }
}
