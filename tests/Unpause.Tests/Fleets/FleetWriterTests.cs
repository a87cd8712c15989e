using System.Text;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Tests.Fleets;

public class FleetWriterTests
{
    private static readonly string[] Titles =
    [
        "To do", "Deploys", "Hosts that differ", "Pauses that coincide", "Pauses along one trace", "Fan-out", "Memory",
        "Runtimes and settings", "Open alerts", "Not answered",
    ];

    [Fact]
    public void Terminal_RichFleet_HasEachQuestionIn80Columns()
    {
        var lines = Written(FleetFixtures.Rich()).Split('\n');
        Assert.Equal(Titles, lines.Where(line => Array.IndexOf(Titles, line) >= 0));
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.DoesNotContain(lines, line => line.Any(char.IsControl));
    }

    [Fact]
    public void Terminal_TypicalFleet_FitsOneScreen()
    {
        var rich = FleetFixtures.Rich();
        var typical = rich with
        {
            Source = rich.Source with { Unread = [], Overlapping = 0 }, ToDo = [.. rich.ToDo.Take(3)], Deploys = [.. rich.Deploys.Take(1)],
            Notes = [],
        };
        var screen = Written(typical).Split('\n').Take(24).ToList();
        Assert.StartsWith("Explicit GC", screen[0], StringComparison.Ordinal);
        string[] parts = ["48,216 reports", "47,980", "recommend", "-XX:+DisableExplicitGC", "2.3.1 →", "better", "(−41 to"];
        foreach (var part in parts)
            Assert.Contains(part, string.Join('\n', screen), StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_ManyRows_ShowsTenUnlessAllAreAsked()
    {
        var rich = FleetFixtures.Rich();
        var many = rich with { ToDo = [.. Enumerable.Range(0, 25).Select(i => rich.ToDo[0] with { Service = $"service-{i}" })] };
        var some = Written(many);
        Assert.Contains("service-9", some, StringComparison.Ordinal);
        Assert.DoesNotContain("service-10", some, StringComparison.Ordinal);
        Assert.Contains("15 more", some, StringComparison.Ordinal);
        Assert.Contains("service-24", Written(many, isVerbose: true), StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_Report_CanBeOpenedByCopying()
    {
        var rich = FleetFixtures.Rich();
        var cause = rich.ToDo[0] with { Report = new() { Path = "it's here/a b.json", Process = 0 } };
        Assert.Contains("'it'\\''s", Written(rich with { ToDo = [cause] }), StringComparison.Ordinal);
        Assert.Contains("12-orders-web-01.json", Written(rich, width: 300), StringComparison.Ordinal);
        var option = rich.ToDo[0] with { Report = new() { Path = "--version", Process = 0 } };
        Assert.Contains("'--version'", Written(rich with { ToDo = [option] }), StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_EmptyFleet_IsTheVerdictAndItsSource() =>
        Assert.Equal(2, Written(FleetFixtures.Empty(), width: 200).Trim().Split('\n').Length);

    [Fact]
    public void Terminal_QuestionsWithoutAnAnswer_AreNamed()
    {
        var rich = FleetFixtures.Rich();
        Assert.DoesNotContain("Nothing found", Written(rich), StringComparison.Ordinal);
        var written = Written(rich with
        {
            Hosts = [], Coincidences = [], Alerts = [],
            NotAnswered = [new() { Question = FleetQuestion.Alerts, Reason = FleetQuestion.NotAsked }],
        });
        var line = written.TrimEnd().Split('\n')[^1];
        Assert.Equal("hosts, coincidences", line.Trim());
    }

    [Theory]
    [InlineData(CanaryDocument.Worse, "+31 % (+14 to +52)")]
    [InlineData(CanaryDocument.NotWorse, "−2.1 % (−9 to +6.3)")]
    [InlineData(CanaryDocument.Undecided, "14 min")]
    public void Terminal_Canary_HasTheInterval(string verdict, string part)
    {
        var text = FleetConsole.Written(console => new CanaryWriter(console).Write(FleetFixtures.Canary(verdict)));
        Assert.Contains(part, text, StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public void Csv_RichFleet_IsOneTable()
    {
        var rows = Rows(FleetFixtures.Rich());
        Assert.Equal("question,service,version,host,name,value,low,high,unit,report", rows[0]);
        Assert.Contains("to_do,orders,,,explicit-gc,1840,,,request_s/day,2026-11-24/13-orders-web-07.json", rows);
        Assert.Contains(rows, row => row.StartsWith("deploy,orders,2.4.0,,", StringComparison.Ordinal)
            && row.EndsWith(",-34.2,-41,-26.4,%,2026-11-20/15-orders-web-01.json", StringComparison.Ordinal));
        Assert.Contains("host,orders,2.4.0,web-07,'-Xmx,2g,,,setting,2026-11-24/13-orders-web-07.json", rows);
        var questions = rows.Skip(1).Select(row => row.Split(',')[0]).Distinct(StringComparer.Ordinal);
        Assert.Equal(["to_do", "deploy", "host", "coincidence", "trace", "fan_out", "memory", "condition", "alert"], questions);
    }

    [Fact]
    public void Csv_HostileText_IsNoFormula()
    {
        var rows = Rows(FleetFixtures.Rich());
        Assert.Contains(rows, row => row.Contains(",'=cmd|", StringComparison.Ordinal));
        Assert.DoesNotContain(rows, row => row.Contains(",=", StringComparison.Ordinal) || row.Any(char.IsControl));
    }

    private static string[] Rows(FleetDocument fleet)
    {
        using var csv = new MemoryStream();
        FleetCsv.Write(fleet, csv);
        return Encoding.UTF8.GetString(csv.ToArray()).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
    }

    private static string Written(FleetDocument fleet, bool isVerbose = false, int width = 80) =>
        FleetConsole.Written(console => new FleetWriter(console) { IsVerbose = isVerbose }.Write(fleet), width);
}
