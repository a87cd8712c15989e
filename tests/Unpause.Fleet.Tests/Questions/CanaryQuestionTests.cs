using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

public class CanaryQuestionTests
{
    [Fact]
    public void Judge_NothingInCommon_IsUndecidedWithAReason()
    {
        var fleet = new SimulatedFleet(1) { Step = TimeSpan.FromMinutes(1) };
        for (var i = 0; i < 6; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 10);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 10);
        }

        foreach (var judged in (CanaryJudgement[])[Judge(fleet), CanaryQuestion.Judge([], [], 10),
            CanaryQuestion.Judge(fleet.Slices, [], 10)])
        {
            Assert.Equal((CanaryDocument.Undecided, null, null), (judged.Verdict, judged.ChangePercent, judged.MinutesLeft));
            Assert.NotNull(judged.Reason);
        }
    }

    [Fact]
    public void Judge_ProcessInBothSelections_CountsForTheCandidate()
    {
        var fleet = new SimulatedFleet(2) { Step = TimeSpan.FromMinutes(1) };
        for (var i = 0; i < 6; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"g{i}", $"b{i}", 0, 30, 2);
        }

        var judged = CanaryQuestion.Judge(fleet.Slices, fleet.Slices.FindAll(slice => slice.Version == "2"), 10);
        Assert.Equal((6, 6, 6, CanaryDocument.Worse, "requests"),
            (judged.Shared, judged.BaselineProcesses, judged.CandidateProcesses, judged.Verdict, judged.Per));
        Assert.Equal(30, judged.Intervals);
        Assert.Null(judged.Reason);
    }

    [Fact]
    public void Judge_MoreAllocationWithoutRequests_IsUndecided()
    {
        var fleet = new SimulatedFleet(5) { Step = TimeSpan.FromMinutes(1), HasRequests = false };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 60);
            fleet.Add("2", $"g{i}", $"b{i}", 0, 60, 4);
        }

        // Four times as many stops for four times as many bytes: as many for each byte, and yet requests may wait four times as long.
        var wasteful = fleet.Slices.ConvertAll(slice =>
            slice.Version == "1" ? slice : slice with { AllocatedBytes = slice.AllocatedBytes * 4 });
        var judged = CanaryQuestion.Judge(
            wasteful.FindAll(slice => slice.Version == "1"), wasteful.FindAll(slice => slice.Version == "2"), 50);
        Assert.Equal((CanaryDocument.Undecided, FleetDeployDocument.PerAllocatedByte), (judged.Verdict, judged.Per));
        Assert.Contains("allocates", judged.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Judge_HourlySlices_GivesTheSameAsByMinute()
    {
        var verdicts = ((TimeSpan[])[TimeSpan.FromMinutes(1), TimeSpan.FromHours(1)]).Select(step =>
        {
            var fleet = new SimulatedFleet(3) { Step = step };
            for (var i = 0; i < 8; i++)
            {
                fleet.Add("1", $"h{i}", $"a{i}", 0, 20);
                fleet.Add("2", $"g{i}", $"b{i}", 0, 20, 1.5);
            }

            var judged = Judge(fleet);
            return (judged.Verdict, judged.ChangePercent);
        }).ToList();
        Assert.Equal(CanaryDocument.Worse, verdicts[0].Verdict);
        Assert.Equal(verdicts[0], verdicts[1]);
    }

    [Fact]
    public void Judge_ProcessesThatDifferMuch_NeedsMoreProcessesAndNotTime()
    {
        var fleet = new SimulatedFleet(4) { Step = TimeSpan.FromMinutes(1), ProcessSpread = 0.4, HostSpread = 0 };
        for (var i = 0; i < 4; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 40);
            fleet.Add("2", $"g{i}", $"b{i}", 0, 40);
        }

        var judged = Judge(fleet);
        Assert.Equal((CanaryDocument.Undecided, null), (judged.Verdict, judged.MinutesLeft));
        Assert.Contains("More processes", judged.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Judge_BetterCandidate_IsNotWorse()
    {
        var fleet = new SimulatedFleet(5) { Step = TimeSpan.FromMinutes(1) };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 40);
            fleet.Add("2", $"g{i}", $"b{i}", 0, 40, 0.5);
        }

        Assert.Equal(CanaryDocument.NotWorse, Judge(fleet).Verdict);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(-5)]
    [InlineData(0)]
    [InlineData(1e300)]
    public void Judge_LeastChangeThatCannotBe_IsBounded(double least)
    {
        var fleet = new SimulatedFleet(6);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 20);
            fleet.Add("2", $"g{i}", $"b{i}", 0, 20);
        }

        var judged = CanaryQuestion.Judge(fleet.Slices.FindAll(slice => slice.Version == "1"),
            fleet.Slices.FindAll(slice => slice.Version == "2"), least);
        AssertFinite(judged);
    }

    [Fact]
    public void Judge_HostileNumbers_HasNoEndlessNumber()
    {
        foreach (var slices in HostileSlices.All())
        {
            AssertFinite(CanaryQuestion.Judge(slices.FindAll(slice => slice.Version == "1"),
                slices.FindAll(slice => slice.Version == "2"), 10));
        }
    }

    private static void AssertFinite(CanaryJudgement judged)
    {
        Assert.True(double.IsFinite(judged.MinutesLeft ?? 0));
        if (judged.ChangePercent is not { } change) return;
        Assert.True(double.IsFinite(change.Value) && double.IsFinite(change.Low) && double.IsFinite(change.High));
    }

    private static CanaryJudgement Judge(SimulatedFleet fleet) => CanaryQuestion.Judge(
        fleet.Slices.FindAll(slice => slice.Version == "1"), fleet.Slices.FindAll(slice => slice.Version == "2"), 10);
}
