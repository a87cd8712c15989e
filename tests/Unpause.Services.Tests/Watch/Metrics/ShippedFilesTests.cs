using System.Text.RegularExpressions;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>The rules and the dashboard in <c>packaging/watch</c>.</summary>
public sealed partial class ShippedFilesTests
{
    private static readonly string[] Parts = ["_bucket", "_sum", "_count"];

    [Fact]
    public void Rules_WithTheirUnitTests_PassPromtool()
    {
        var (output, error, code) = Programs.Run("promtool", null, "check", "rules", Rules);
        Assert.True(code == 0, output + error);
        var tests = RepositoryFolder.File("packaging", "watch", "prometheus-rules-test.yml");
        (output, error, code) = Programs.Run("promtool", null, "test", "rules", tests);
        Assert.True(code == 0, output + error);
    }

    [Fact]
    public void Metrics_OfRulesAndDashboard_AreThoseOfThePage()
    {
        using var page = new Page(Page.Process(1));
        var served = Heads().Matches(page.Text()).Select(match => match.Groups[1].Value).ToHashSet();
        var named = Metrics().Matches(string.Join('\n', [File.ReadAllText(Rules), .. Dashboard.Expressions()]))
            .Select(match => Parts.FirstOrDefault(match.Value.EndsWith) is { } end ? match.Value[..^end.Length] : match.Value)
            .Distinct().ToList();

        Assert.Contains("unpause_stop_seconds", named);
        Assert.Empty(named.Except(served));
    }

    [Fact]
    public void States_OfRulesAndTheirTests_AreThoseOfTheRing()
    {
        string[] known = [RingProcess.Recording, RingProcess.Ended, RingProcess.Refused];
        var tests = RepositoryFolder.File("packaging", "watch", "prometheus-rules-test.yml");
        var named = States().Matches(File.ReadAllText(Rules) + File.ReadAllText(tests)).Select(match => match.Groups[1].Value).ToList();
        Assert.NotEmpty(named);
        Assert.Empty(named.Except(known));
    }

    [Fact]
    public void Dashboard_OfGrafana_HasPanelsThatDoNotOverlap()
    {
        var dashboard = Dashboard.Read();
        Assert.InRange(dashboard.GetProperty("schemaVersion").GetInt32(), 36, 42);
        var taken = new HashSet<(int, int)>();
        foreach (var panel in dashboard.GetProperty("panels").EnumerateArray())
        {
            var place = panel.GetProperty("gridPos");
            var (x, y) = (place.GetProperty("x").GetInt32(), place.GetProperty("y").GetInt32());
            for (var i = 0; i < place.GetProperty("w").GetInt32(); i++)
            {
                for (var j = 0; j < place.GetProperty("h").GetInt32(); j++)
                    Assert.True(taken.Add((x + i, y + j)), panel.GetProperty("title").GetString());
            }

            Assert.InRange(x + place.GetProperty("w").GetInt32(), 1, 24);
        }
    }

    private static string Rules => RepositoryFolder.File("packaging", "watch", "prometheus-rules.yml");

    [GeneratedRegex("^# TYPE (\\S+) ", RegexOptions.Multiline)]
    private static partial Regex Heads();

    [GeneratedRegex("state=\"([^\"]*)\"")]
    private static partial Regex States();

    [GeneratedRegex("unpause_[a-z0-9_]+")]
    private static partial Regex Metrics();
}
