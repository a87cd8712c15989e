using System.Globalization;
using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch;

/// <summary>An alert in words.</summary>
internal static class AlertText
{
    /// <summary>On one line, for a log.</summary>
    public static string Line(WatchAlert alert)
    {
        var who = $"{alert.Process.Service} (process {alert.Process.Id})";
        if (alert.EndedAt is not null) return $"resolved: {who}: {alert.Condition.If}";
        var verdict = alert.Kept?.Verdict is { } found ? $" {found.Sentence}" : "";
        var kept = alert.Kept is { } ring ? $" Kept in {ring.Folder}" : "";
        return $"alert: {who}: {alert.Condition.If}, is {Number(alert.Value)}.{verdict}{kept}";
    }

    private static string Number(double value) => value.ToString(value < 10 ? "0.##" : "0", CultureInfo.InvariantCulture);
}
