using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>A change of the stop time with its interval, as a clause.</summary>
internal static class ChangeText
{
    /// <summary>The clause.</summary>
    public static string Of(FleetIntervalDocument percent) => string.Create(
        CultureInfo.InvariantCulture, $"stop time {percent.Value:+0;−0} % ({percent.Low:+0;−0} to {percent.High:+0;−0} %)");
}
