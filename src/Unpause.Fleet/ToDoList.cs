using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>What to change first: causes by service, by what they cost in a day.</summary>
internal static class ToDoList
{
    private const double DaySeconds = 86_400, HourSeconds = 3600;
    private const int Decimals = 3;

    /// <summary>The list, the most request time lost first, then the most core time, then the most stop time.</summary>
    public static IReadOnlyList<FleetCauseDocument> Make(IReadOnlyList<ServiceCause> causes)
    {
        var all = causes.Sum(cause => Rate(cause, cause.StopSeconds));
        return
        [
            .. causes.Where(cause => cause.StopSeconds > 0 && cause.CoveredSeconds > 0)
                .Select(cause => Row(cause, all))
                .OrderByDescending(row => row.RequestSecondsPerDay ?? 0).ThenByDescending(row => row.CoreHoursPerDay ?? 0)
                .ThenByDescending(row => row.StopSecondsPerDay).ThenBy(row => row.Service, StringComparer.Ordinal),
        ];
    }

    private static FleetCauseDocument Row(ServiceCause cause, double all) => new()
    {
        Service = Known(cause.Service),
        Runtime = cause.Runtime,
        Finding = Known(cause.Finding),
        Title = Known(cause.Finding) is null ? FleetText.Unexplained : FindingTitle.Find(cause.Finding) ?? cause.Title,
        Processes = cause.Processes,
        OfProcesses = cause.OfProcesses,
        StopSecondsPerDay = Math.Round(Rate(cause, cause.StopSeconds), Decimals),
        RequestSecondsPerDay = Rounded(cause.LostRequestSeconds is { } lost ? Rate(cause, lost) : null),
        CoreHoursPerDay = Rounded(cause.CoreSeconds is { } cores ? Rate(cause, cores) / HourSeconds : null),
        StopSharePercent = Math.Round(all > 0 ? Math.Min(100, 100 * Rate(cause, cause.StopSeconds) / all) : 0, Decimals),
        MaxMs = cause.MaxSeconds is { } max ? new((long)Math.Min(max * 1e9, long.MaxValue)) : null,
        Advice = Known(cause.Advice),
        Setting = Known(cause.Setting),
        SavesUpToPercent = Rounded(cause.SavesSeconds is { } saves ? Math.Min(100, 100 * saves / cause.StopSeconds) : null),
        Report = ReportLinks.From(cause.Worst),
    };

    /// <summary>An amount of the recorded time as one per day, of as many processes as ran at the same time.</summary>
    private static double Rate(ServiceCause cause, double amount) =>
        cause.CoveredSeconds > 0 ? amount / cause.CoveredSeconds * DaySeconds * (cause.Concurrent ?? cause.OfProcesses) : 0;

    private static double? Rounded(double? value) => value is { } number && double.IsFinite(number) ? Math.Round(number, Decimals) : null;

    private static string? Known(string text) => text.Length == 0 ? null : text;
}
