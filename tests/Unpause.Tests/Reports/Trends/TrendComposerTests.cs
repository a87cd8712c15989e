using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Trends;
using Unpause.Reports.Trends.Documents;

namespace Unpause.Tests.Reports.Trends;

/// <summary>Many reports on one page: order, the worst, the usual, changes, and the trend.</summary>
public class TrendComposerTests
{
    private static readonly double[] Calm = [2.3, 2.1, 2.4, 2.2, 2.5, 2.3, 2.2, 2.4];

    [Fact]
    public void Trend_OneBadNight_IsTheWorstAndUnusual()
    {
        var trend = Nights.Compose(Calm.Select((paused, i) => Nights.Create(10 + i, i == 5 ? 8.1 : paused)));
        Assert.Equal(5, trend.Worst);
        // Sorted: 2.1 2.2 2.2 2.3 2.4 2.4 2.5 8.1; between the two in the middle.
        Assert.Equal(2.35, trend.Usual.PausedPercent);
        Assert.StartsWith("2026-11-15 ", trend.Verdict, StringComparison.Ordinal);
        Assert.Contains("worst of 8 reports: 8.1 % paused, usually 2.4 %.", trend.Verdict, StringComparison.Ordinal);
        Assert.Equal([TrendRunDocument.Paused, TrendRunDocument.P99, TrendRunDocument.Max], trend.Runs[5].Unusual);
        Assert.All(trend.Runs.Where((_, i) => i != 5), run => Assert.Empty(run.Unusual));
    }

    [Fact]
    public void Trend_CalmNights_HaveNoUnusualOne()
    {
        var trend = Nights.Compose(Calm.Select((paused, i) => Nights.Create(10 + i, paused)));
        Assert.All(trend.Runs, run => Assert.Empty(run.Unusual));
        Assert.Contains("2026-11-14: 2.5 % paused, usually 2.3 %.", trend.Verdict, StringComparison.Ordinal);
        Assert.DoesNotContain("worst", trend.Verdict, StringComparison.Ordinal);
        Assert.All(trend.Trends, test => Assert.Equal(TrendTestDocument.NotSignificant, test.Verdict));
    }

    [Fact]
    public void Trend_FourNights_HaveNoUnusualOne() =>
        Assert.All(Nights.Compose(Nights.Create(1, 1), Nights.Create(2, 1), Nights.Create(3, 1), Nights.Create(4, 50)).Runs,
            run => Assert.Empty(run.Unusual));

    [Fact]
    public void Trend_RisingNights_RiseByTheMedianSlope()
    {
        var trend = Nights.Compose(Enumerable.Range(0, 10).Select(i => Nights.Create(1 + i, 2 + (0.5 * i), 1000 - i)));
        Assert.Null(trend.TrendRefusal);
        Assert.Equal(
            [(TrendRunDocument.Paused, TrendTestDocument.Rising, 0.5), (TrendRunDocument.P99, TrendTestDocument.Rising, 0.5),
                (TrendRunDocument.LiveSet, TrendTestDocument.Falling, -1)],
            trend.Trends.Select(test => (test.Metric, test.Verdict, test.SlopePerDay!.Value)));
        Assert.All(trend.Trends, test => Assert.Equal(10, test.Runs));
        Assert.Contains(
            "rises by 0.5 percentage points", trend.Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Trend_SevenNights_AreTooFew()
    {
        var trend = Nights.Compose(Enumerable.Range(0, 7).Select(i => Nights.Create(1 + i, 2 + i)));
        Assert.Empty(trend.Trends);
        Assert.Contains(": 7 of at", trend.TrendRefusal, StringComparison.Ordinal);
        Assert.EndsWith(trend.TrendRefusal!, trend.Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Trend_LiveSetUnknown_IsNotTestedAndNull()
    {
        var trend = Nights.Compose(Enumerable.Range(0, 8).Select(i => Nights.Create(1 + i, 2, null)));
        Assert.DoesNotContain(trend.Trends, test => test.Metric == TrendRunDocument.LiveSet);
        Assert.Null(trend.Usual.LiveSetBytes);
        Assert.All(trend.Runs, run => Assert.Equal((null, null, null), (run.LiveSetBytes, run.Slow, run.SlowBecauseOfGc)));
    }

    [Fact]
    public void Trend_FilesInAnyOrder_AreSortedByStart() =>
        Assert.Equal(["1.json", "2.json", "0.json"],
            Nights.Compose(Nights.Create(20, 1), Nights.Create(3, 1), Nights.Create(9, 1)).Runs.Select(run => run.Name));

    [Fact]
    public void Trend_VersionAndSetting_AreChangesOfTheFirstRunThatHasThem()
    {
        var trend = Nights.Compose(
            Nights.Create(1, 1), Nights.Create(2, 1), Nights.Create(3, 1, version: "21.0.5", xmx: "3g"), Nights.Create(4, 1, xmx: "3g"));
        Assert.Equal([0, 0, 2, 1], trend.Runs.Select(run => run.Changes.Count));
        Assert.Equal([("version", "21.0.4", "21.0.5"), ("-Xmx", "2g", "3g")],
            trend.Runs[2].Changes.Select(change => (change.Name, change.Before!, change.After!)));
    }

    [Fact]
    public void Trend_SettingThatDiffersEachNight_IsANoteAndNoChange()
    {
        var trend = Nights.Compose(Enumerable.Range(0, 6).Select(i => Nights.Create(1 + i, 1, xmx: $"{i}g")));
        Assert.All(trend.Runs, run => Assert.Empty(run.Changes));
        Assert.Contains(trend.Notes, note => note.Contains("-Xmx", StringComparison.Ordinal));
    }

    [Fact]
    public void Trend_ReportsWithoutTimeOrTwice_AreListedWithTheReason()
    {
        var trend = Nights.Compose(Nights.Create(1, 1, runId: "a"), Nights.Create(null, 1), Nights.Create(1, 1, runId: "a"));
        Assert.Single(trend.Runs);
        Assert.Null(trend.Worst);
        Assert.Equal([("1.json", "the time of its start is not recorded"), ("2.json", "the same recording as 0.json")],
            trend.Unread.Select(unread => (unread.Name, unread.Reason)));
    }

    [Fact]
    public void Trend_NoReportWithATime_IsNone()
    {
        var input = new TrendInput();
        input.Add("a.json", Nights.Create(null, 1));
        input.Refuse("b.json", "is damaged");
        Assert.Null(TrendComposer.Compose(input));
        Assert.StartsWith("a.json: ", input.FirstRefusal, StringComparison.Ordinal);
    }

    [Fact]
    public void Trend_PausesNotRecorded_AreUnknownAndNotZero()
    {
        var night = Nights.Create(1, 1);
        var process = night.Processes[0];
        var without = night with
        {
            Processes =
            [
                process with { Pauses = new PausesDocument { Knowledge = PausesDocument.NotRecorded, TotalMs = new Milliseconds(0) } },
            ],
        };
        var run = Assert.Single(Nights.Compose(without).Runs);
        Assert.Equal((null, null, null), (run.Pauses, run.PausedPercent, run.P99Ms));
    }

    [Fact]
    public void TrendWriter_EightyColumns_NoLineIsLongerAndTheWorstIsMarked()
    {
        var trend = Nights.Compose(Calm.Select((paused, i) =>
            Nights.Create(10 + i, i == 5 ? 8.1 : paused, 123_456_789, version: i < 3 ? "21.0.4" : "21.0.5")));
        var lines = PlainConsole.Text(80, console => new TrendWriter(console).Write(trend)).Split('\n');
        Assert.All(lines, line => Assert.True(line.TrimEnd().Length <= 80, line));
        Assert.Contains(lines, line => line.Contains("2026-11-15", StringComparison.Ordinal)
            && line.TrimEnd().EndsWith("worst", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("changed  2026-11-13: JVM 21.0.4 → 21.0.5", StringComparison.Ordinal));
    }

    [Fact]
    public void TrendWriter_HostileNames_HaveNoControlCharacters()
    {
        var input = new TrendInput();
        input.Add("\u001b[31mnight\u202E.json", Nights.Create(1, 1));
        input.Add("b.json", Nights.Create(2, 3, version: "[red]\u001b[2J"));
        input.Refuse("\u001b]0;x\u0007", "is\u001b[0m damaged");
        var text = PlainConsole.Text(80, console => new TrendWriter(console).Write(TrendComposer.Compose(input)!));
        Assert.DoesNotContain(text, letter => letter is '\u001b' or '\u0007' or '\u202E');
        Assert.Contains("[red]", text, StringComparison.Ordinal);
    }
}
