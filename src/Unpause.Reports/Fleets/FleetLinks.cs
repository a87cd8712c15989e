using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>
/// Makes the paths of reports relative to the folder of a page, whose links they are. In a document they are as they are opened from the
/// current folder.
/// </summary>
public static class FleetLinks
{
    /// <summary>The answers with paths from a folder.</summary>
    public static FleetDocument From(string folder, FleetDocument fleet) => fleet with
    {
        ToDo = [.. fleet.ToDo.Select(cause => cause with { Report = From(folder, cause.Report) })],
        Deploys =
        [
            .. fleet.Deploys.Select(deploy => deploy with
            {
                ReportBefore = From(folder, deploy.ReportBefore), ReportAfter = From(folder, deploy.ReportAfter),
            }),
        ],
        Hosts = [.. fleet.Hosts.Select(host => host with { Report = From(folder, host.Report) })],
        Coincidences =
        [
            .. fleet.Coincidences.Select(pair => pair with
            {
                Report = From(folder, pair.Report), OtherReport = From(folder, pair.OtherReport),
            }),
        ],
        Traces = fleet.Traces is null ? null :
        [
            .. fleet.Traces.Select(pair => pair with
            {
                Report = From(folder, pair.Report), OtherReport = From(folder, pair.OtherReport),
            }),
        ],
        FanOut = [.. fleet.FanOut.Select(service => service with { Report = From(folder, service.Report) })],
        Memory = [.. fleet.Memory.Select(service => service with { Report = From(folder, service.Report) })],
        Conditions = [.. fleet.Conditions.Select(condition => condition with { Report = From(folder, condition.Report) })],
        Alerts = [.. fleet.Alerts.Select(alert => alert with { Report = From(folder, alert.Report) })],
    };

    /// <summary>The verdict with paths from a folder.</summary>
    public static CanaryDocument From(string folder, CanaryDocument canary) => canary with
    {
        BaselineReport = From(folder, canary.BaselineReport), CandidateReport = From(folder, canary.CandidateReport),
    };

    private static FleetReportLink? From(string folder, FleetReportLink? report)
    {
        if (report is not { Path.Length: > 0 } || report.Path.Contains('\0') || report.Path.Contains("://", StringComparison.Ordinal))
            return report;
        var path = Path.GetRelativePath(folder, Path.GetFullPath(report.Path));
        return report with { Path = Path.DirectorySeparatorChar == '/' ? path : path.Replace(Path.DirectorySeparatorChar, '/') };
    }
}
