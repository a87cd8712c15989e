using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>The contract's links to reports.</summary>
internal static class ReportLinks
{
    /// <summary>The link; null without a report.</summary>
    public static FleetReportLink? From(ReportPlace? place) => place is null ? null : new() { Path = place.Path, Process = place.Index };
}
