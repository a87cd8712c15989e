using Unpause.Fleet.Stores;
using Unpause.Fleet.Tests.Folders;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Questions;

public class AskedQuestionsTests
{
    [Fact]
    public async Task Compose_OnlyOneQuestion_SaysThatTheOthersAreNotAsked()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport { StopMs = 3000, ExplainedMs = 2000, LostMs = 9000, Processors = 4 });
        await using var store = folders.Open();
        var all = await ComposeAsync(store);
        var one = await ComposeAsync(store, FleetQuestion.ToDo);
        Assert.Equal(all.ToDo.Select(cause => cause.RequestSecondsPerDay), one.ToDo.Select(cause => cause.RequestSecondsPerDay));
        Assert.NotEmpty(all.Conditions);
        Assert.Empty(one.Conditions);
        Assert.Equal(FleetQuestion.All.Skip(1), one.NotAnswered.Select(refusal => refusal.Question));
        Assert.DoesNotContain(all.NotAnswered, refusal => refusal.Reason == FleetQuestion.NotAsked);

        var conditions = await ComposeAsync(store, FleetQuestion.Conditions);
        Assert.Equal(all.Conditions.Count, conditions.Conditions.Count);
        Assert.Empty(conditions.ToDo);
        // What was not looked for is not said to be absent.
        Assert.DoesNotContain("stops", conditions.Verdict, StringComparison.Ordinal);
        Assert.Equal(all.Verdict, one.Verdict);
    }

    private static Task<Reports.Fleets.Documents.FleetDocument> ComposeAsync(IFleetStore store, params string[] only) =>
        FleetComposer.ComposeAsync(
            store, new() { Action = FleetRequest.Report, Only = only }, new(), TestContext.Current.CancellationToken);
}
