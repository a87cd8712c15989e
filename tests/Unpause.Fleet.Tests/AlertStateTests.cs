using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests;

public class AlertStateTests
{
    private static readonly OpenFleetAlert Alert = new("UnpauseLongStops", "orders", "web-1", new(2026, 10, 1, 12, 0, 0, TimeSpan.Zero));

    [Theory]
    [InlineData("orders", "2026-10-01T13:00:00Z", FleetDeployDocument.Better, true)]
    [InlineData("orders", "2026-10-01T13:00:00Z", FleetDeployDocument.NoEffect, false)]
    [InlineData("orders", "2026-10-01T13:00:00Z", FleetDeployDocument.NotEnoughEvidence, null)]
    [InlineData("orders", "2026-10-01T11:00:00Z", FleetDeployDocument.Better, null)]
    [InlineData("carts", "2026-10-01T13:00:00Z", FleetDeployDocument.Better, null)]
    public void Alert_WithADeploy_IsFixedOnlyByALaterBetterOne(string service, string at, string verdict, bool? expected)
    {
        var deploy = new FleetDeployDocument
        {
            Service = service, Before = "1", After = "2", At = at, Verdict = verdict,
                ChangePercent = new() { Value = -30, Low = -40, High = -20 },
            Per = "requests", ProcessesBefore = 8, ProcessesAfter = 8, SameHours = true, P99BeforeMs = null, P99AfterMs = null,
                Reason = null,
            ReportBefore = null, ReportAfter = null,
        };
        var state = AlertState.Judge(Alert, [deploy]);
        Assert.Equal(expected, state.Fixed);
        Assert.Equal(expected is null, state.Evidence is null);
        Assert.Equal("2026-10-01T12:00:00Z", state.Since);
    }
}
