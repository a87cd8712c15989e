using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>A change of the stop time with its interval, as a clause.</summary>
internal static class ChangeText
{
    /// <summary>What changed: the new version, or where it is the same, the annotation's text.</summary>
    public static string Name(FleetDeployDocument deploy) =>
        deploy.Before == deploy.After ? $"“{deploy.Annotation?.Text}”" : $"Version {deploy.After}";

    /// <summary>The clause.</summary>
    public static string Of(FleetIntervalDocument percent) => string.Create(
        CultureInfo.InvariantCulture, $"stop time {percent.Value:+0;−0} % ({percent.Low:+0;−0} to {percent.High:+0;−0} %)");
}
