using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests;

public class OverlapRuleTests
{
    [Theory]
    [InlineData("0-60 60-120 120-180", "")]
    [InlineData("0-120 0-60 60-120", "0-60 60-120")]
    [InlineData("0-60 30-150 90-150", "90-150")]
    // The last ten minutes, every four: each second one has most of its time to itself.
    [InlineData("0-10 4-14 8-18 12-22 16-26", "4-14 12-22")]
    // Exactly half is not most of it.
    [InlineData("0-10 5-15", "")]
    [InlineData("0-10 4-14", "4-14")]
    [InlineData("0-10 0-10 5-5", "0-10 5-5")]
    public void Runs_ThatOverlap_AreLeftOutByTheTimeOfThoseThatCount(string runs, string expected)
    {
        var (rule, left) = (new OverlapRule(), new List<string>());
        foreach (var run in runs.Split(' '))
        {
            var ends = Array.ConvertAll(run.Split('-'), long.Parse);
            if (rule.LeavesOut("orders", "web-1//42", ends[0], ends[1])) left.Add(run);
        }

        Assert.Equal(expected, string.Join(' ', left));
    }

    [Fact]
    public void Runs_OfAnotherProcessOrService_AreNoOverlap()
    {
        var rule = new OverlapRule();
        Assert.False(rule.LeavesOut("orders", "a", 0, 10));
        Assert.False(rule.LeavesOut("orders", "b", 0, 10));
        Assert.False(rule.LeavesOut("carts", "b", 0, 10));
        Assert.True(rule.LeavesOut("carts", "b", 2, 10));
    }

    [Fact]
    public void Runs_WithAnyNumbers_BreakNothing()
    {
        var rule = new OverlapRule();
        Assert.False(rule.LeavesOut("orders", "a", long.MinValue, long.MaxValue));
        Assert.True(rule.LeavesOut("orders", "a", 5, -5));
        Assert.False(rule.LeavesOut("orders", "b", 5, -5));
        Assert.False(rule.LeavesOut("orders", "b", 5, 6));
    }
}
