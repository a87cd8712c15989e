using System.Text.RegularExpressions;

namespace Unpause.Cli.Tests.Labs;

[Trait("Tier", "live")]
public sealed class ChatLabTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [GoFact]
    public void ChatLab_Modes_Differ()
    {
        var result = Lab("--seconds", "4", "--rate", "800", "--connections", "2000", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("2000 connections from 1 addresses", result.Error, StringComparison.Ordinal);
        var collections = LabTable.Row(result, "collections");
        Assert.True(collections[0] >= 2 * collections[1] && collections[0] >= 3 * collections[2], result.ToString());
        var marking = LabTable.Row(result, "CPU share of GC");
        Assert.True(marking[0] > marking[1] && marking[0] > marking[2], result.ToString());
        // Three stacks per connection of at least 2 KiB each, and one.
        var stacks = LabTable.Row(result, "stack scanned, at most");
        Assert.True(stacks[0] > 2000 * 3 * 2048 && stacks[0] > 1.5 * stacks[2], result.ToString());
        var requests = LabTable.Row(result, "requests");
        foreach (var (mode, index) in new[] { ("default", 0), ("tuned", 1), ("fewer-allocations", 2) })
        {
            var asked = File.ReadAllLines(Path.Combine(_folder["kept"], $"{mode}-1", "requests.csv")).Length - 1;
            Assert.Equal(asked, requests[index]);
            Assert.InRange(asked, 2000, 4 * 1000);
        }

        Assert.Matches(
            @"p99 [\d.]+ \w+ → [\d.]+ \w+ with tuned \([+−]?[\d,.]+ %\), [\d.]+ \w+ with fewer-allocations \([+−]?[\d,.]+ %\)\.",
            Regex.Replace(result.Output, @"\s+", " "));
    }

    [GoFact]
    public void ChatLab_IdleGoroutines_IncreaseScannedStack()
    {
        var result = Lab("--idle", "--goroutines", "90000", "--seconds", "3", "--rate", "500");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("chat: 90001 goroutines", result.Error, StringComparison.Ordinal);
        var stacks = LabTable.Row(result, "stack scanned, at most");
        // Cut to whole MiB.
        Assert.True(stacks[1] >= 175 << 20 && stacks[1] > 20 * stacks[0], result.ToString());
        var longest = LabTable.Row(result, "longest cycle", "    ");
        Assert.True(longest[1] > longest[0], result.ToString());
    }

    [Fact]
    public void ChatLab_NoGo_SaysWhatToInstall()
    {
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["PATH"] = "/no/such/folder" }, "lab", "chat");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("apt-get install golang-go", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--connections must be from 1 to 500000", "--connections", "0")]
    [InlineData("--goroutines must be from 1 to 10000000", "--idle", "--goroutines", "0")]
    public void ChatLab_Mistakes_NameTheLimits(string expected, params string[] arguments)
    {
        var result = Lab(arguments);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains(expected, result.Error, StringComparison.Ordinal);
    }

    private Cli.Result Lab(params string[] arguments) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["lab", "chat", .. arguments]);
}
