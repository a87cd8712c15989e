using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Asks a store all questions and makes the document of the answers.</summary>
internal static class FleetComposer
{
    /// <summary>The document.</summary>
    public static async Task<FleetDocument> ComposeAsync(IFleetStore store, FleetRequest asked, FleetSelection selection, CancellationToken stop)
    {
        var coverage = await store.CoverageAsync(selection, stop).ConfigureAwait(false);
        var source = Source(coverage);
        var causes = await store.CausesAsync(selection, stop).ConfigureAwait(false);
        var toDo = causes is null ? [] : ToDoList.Make(causes);
        var notAnswered = new List<FleetRefusalDocument>();
        return new()
        {
            ToolVersion = ToolVersion.Text,
            Verdict = FleetText.Verdict(source, toDo, []),
            Source = source,
            ToDo = toDo,
            Deploys = [],
            Hosts = [],
            Coincidences = [],
            FanOut = [],
            Memory = [],
            Conditions = [],
            Alerts = [],
            NotAnswered = notAnswered,
            Notes = coverage.Notes,
        };
    }

    /// <summary>The report behind a number.</summary>
    public static FleetReportLink? Link(ReportPlace? place) => place is null ? null : new() { Path = place.Path, Process = place.Index };

    /// <summary>Where numbers come from.</summary>
    public static FleetSourceDocument Source(FleetCoverage coverage) => new()
    {
        Kind = coverage.Kind,
        Place = coverage.Place,
        Reports = coverage.Reports,
        Processes = coverage.Processes,
        Hosts = coverage.Hosts,
        Services = coverage.Services,
        From = Moment(coverage.From),
        To = Moment(coverage.To),
        CoveredHours = Math.Round(coverage.CoveredSeconds / 3600, 3),
        Overlapping = coverage.Overlapping,
        Unread = [.. coverage.Unread.Select(input => new FleetUnreadDocument { Reason = input.Reason, Count = input.Count, Example = input.Example })],
    };

    /// <summary>A moment as the contract has it.</summary>
    public static string? Moment(DateTimeOffset? time) => time?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
}
