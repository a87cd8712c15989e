using Unpause.Fleet.Questions;

namespace Unpause.Fleet.Tests.Questions;

public class FanOutQuestionTests
{
    [Fact]
    public void Ask_OnePercentSlowAskedFortyTimes_IsAThirdOfPages()
    {
        var fleet = new SimulatedFleet(1);
        fleet.Add("1", "h", "p", 0, 10);
        fleet.Add("1", "h", "q", 0, 10, service: "stock");
        var documents = FanOutQuestion.Ask(fleet.Slices, 40);
        Assert.Equal(["orders", "stock"], documents.Select(document => document.Service));
        Assert.Equal(1, documents[0].SlowPercent, 3);
        Assert.Equal(0.6, documents[0].SlowBecauseOfGcPercent!.Value, 3);
        Assert.Equal(100 * (1 - Math.Pow(0.99, 40)), documents[0].PageSlowPercent, 3);
        Assert.Equal(100 * (1 - Math.Pow(0.996, 40)), documents[0].PageSlowWithoutGcPercent!.Value, 3);
    }

    [Fact]
    public void Ask_CauseUnknown_HasNoShareOfGc()
    {
        var fleet = new SimulatedFleet(1);
        fleet.Add("1", "h", "p", 0, 10);
        var document = Assert.Single(FanOutQuestion.Ask([.. fleet.Slices.Select(slice => slice with { SlowBecauseOfGc = null })], 40));
        Assert.Null(document.SlowBecauseOfGcPercent);
        Assert.Null(document.PageSlowWithoutGcPercent);
    }

    [Fact]
    public void Ask_WithoutRequests_HasNoAnswer()
    {
        var fleet = new SimulatedFleet(1) { HasRequests = false };
        fleet.Add("1", "h", "p", 0, 10);
        Assert.Empty(FanOutQuestion.Ask(fleet.Slices, 40));
        Assert.Empty(FanOutQuestion.Ask([], 40));
        Assert.Empty(FanOutQuestion.Ask(fleet.Slices, 0));
        Assert.Empty(FanOutQuestion.Ask(fleet.Slices, int.MaxValue));
    }

    [Fact]
    public void Ask_HostileNumbers_StaysWithinAHundredPercent()
    {
        foreach (var slices in HostileSlices.All())
        {
            var documents = FanOutQuestion.Ask(slices, 1_000);
            FleetJsonCheck.Write(fanOut: documents);
            Assert.All(documents, document => Assert.InRange(document.PageSlowPercent, 0, 100));
            Assert.All(documents, document => Assert.InRange(document.PageSlowWithoutGcPercent ?? 0, 0, document.PageSlowPercent));
        }
    }
}
