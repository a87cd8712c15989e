using System.Globalization;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Terminals;

/// <summary>The slowest requests at the width of a terminal.</summary>
public sealed class WorstRequestWidthTests
{
    [Theory]
    [InlineData(70)]
    [InlineData(80)]
    [InlineData(120)]
    [InlineData(200)]
    public void WorstRequests_Width_TakeAtMostTwoLinesOfWholeValues(int width)
    {
        var environment = new Dictionary<string, string?> { ["COLUMNS"] = width.ToString(CultureInfo.InvariantCulture) };
        var result = Cli.UnpauseIn(
            ".", environment, "report", RepositoryFolder.File("samples", "requests", "service.upgc.gz"),
            "--requests", RepositoryFolder.File("samples", "requests", "spans.jsonl.gz"), "--slow", "100ms");
        var lines = result.Output.Split('\n');
        var first = Array.FindIndex(lines, line => line.StartsWith("worst requests", StringComparison.Ordinal)) + 1;
        var rows = lines[first..Array.FindIndex(lines, first, line => line.Length == 0)];
        Assert.All(rows, row => Assert.InRange(row.Length, 1, width));
        var heads = rows.Count(row => row[0] != ' ');
        Assert.Equal(5, heads);
        Assert.InRange(rows.Length, heads, 2 * heads);
        for (var i = 1; i < rows.Length; i++) Assert.False(rows[i][0] == ' ' && rows[i - 1][0] == ' ', rows[i]);
        // A value stays whole: the last two columns are the time without GC and the collections.
        Assert.All(rows, row => Assert.Matches(@"(^| )gen[0-2]:\d+/[\d.]+ (ns|µs|ms|s)( \+\d)?$", row));
        Assert.Contains("gen2:1/583 ms", string.Join('\n', rows[..2]), StringComparison.Ordinal);
    }
}
