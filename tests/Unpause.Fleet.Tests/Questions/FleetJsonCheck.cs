using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>Writes answers as JSON, which fails for NaN and Infinity.</summary>
internal static class FleetJsonCheck
{
    public static void Write(
        IReadOnlyList<FleetDeployDocument>? deploys = null, IReadOnlyList<FleetHostDocument>? hosts = null,
        IReadOnlyList<FleetCoincidenceDocument>? coincidences = null, IReadOnlyList<FleetFanOutDocument>? fanOut = null,
        IReadOnlyList<FleetMemoryDocument>? memory = null, IReadOnlyList<FleetTraceDocument>? traces = null)
    {
        using var output = new MemoryStream();
        FleetJson.Write(new FleetDocument
        {
            ToolVersion = "0", Verdict = "", ToDo = [], Deploys = deploys ?? [], Hosts = hosts ?? [], Coincidences = coincidences ?? [],
            Traces = traces ?? [], FanOut = fanOut ?? [], Memory = memory ?? [], Conditions = [], Alerts = [], NotAnswered = [], Notes = [],
            Source = new()
            {
                Kind = FleetSourceDocument.Documents, Place = "", Reports = 0, Processes = 0, Hosts = 0, Services = 0, From = null,
                    To = null,
                CoveredHours = 0, Overlapping = 0, Unread = [],
            },
        }, output);
        Assert.True(output.Length > 0);
    }
}
