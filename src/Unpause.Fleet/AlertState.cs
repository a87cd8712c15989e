using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Whether an open alert is about something that a later deploy changed.</summary>
internal static class AlertState
{
    /// <summary>The alert with its state.</summary>
    /// <param name="deploys">The latest first.</param>
    public static FleetAlertDocument Judge(OpenFleetAlert alert, IReadOnlyList<FleetDeployDocument> deploys)
    {
        var later = deploys.FirstOrDefault(deploy => deploy.Service == alert.Service
            && DateTimeOffset.TryParse(deploy.At, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at)
                && at > alert.Since
            && deploy.Verdict != FleetDeployDocument.NotEnoughEvidence);
        return new()
        {
            Name = alert.Name,
            Service = alert.Service.Length == 0 ? null : alert.Service,
            Instance = alert.Instance.Length == 0 ? null : alert.Instance,
            Since = FleetComposer.Moment(alert.Since)!,
            Fixed = later is null ? null : later.Verdict == FleetDeployDocument.Better,
            Evidence = later is { ChangePercent: { } change }
                ? $"{ChangeText.Name(later)} since {later.At}: {ChangeText.Of(change)}"
                : null,
        };
    }
}
