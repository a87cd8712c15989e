using Unpause.Fleet.Questions;
using Unpause.Recordings;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Sentences about a candidate.</summary>
internal static class CanaryText
{
    private const double NanosecondsInMinute = 6e10;

    /// <summary>The verdict, and the steps of time that it is from.</summary>
    public static string Verdict(CanaryJudgement judged, FleetRequest asked)
    {
        var change = judged.ChangePercent is { } percent
            ? string.Create(CultureInfo.InvariantCulture,
                $"stop time {percent.Value:+0.#;-0.#;0} % ({percent.Low:+0.#;-0.#;0} to {percent.High:+0.#;-0.#;0} %) "
                + $"per {Unit(judged.Per)}")
            : null;
        var verdict = judged.Verdict switch
        {
            CanaryDocument.Worse => $"The candidate is worse: {change}.",
            CanaryDocument.NotWorse => string.Create(CultureInfo.InvariantCulture,
                $"The candidate is not worse by {asked.LeastChangePercent:0.#} % or more: {change}."),
            _ => $"Not decided yet{(change is null ? "" : $": {change}")}.{Left(judged, asked)}"
                + (judged.Reason is { } reason ? $" {reason}" : ""),
        };
        return judged.Intervals == 0 ? verdict
            : $"{verdict} Compared by steps of {Quantities.Duration(judged.StepMinutes * NanosecondsInMinute)}.";
    }

    /// <summary>Processes that both sides have.</summary>
    public static string Shared(int processes) =>
        $"{processes} {(processes == 1 ? "process is" : "processes are")} selected by both sides, and counted for the candidate only.";

    private static string Left(CanaryJudgement judged, FleetRequest asked) => judged.MinutesLeft is { } minutes
        ? string.Create(CultureInfo.InvariantCulture,
            $" {Math.Ceiling(minutes):0} more minutes until a change of {asked.LeastChangePercent:0.#} % would be seen.")
        : "";

    private static string Unit(string per) => per switch
    {
        FleetDeployDocument.PerRequest => "request",
        FleetDeployDocument.PerAllocatedByte => "allocated byte",
        _ => "second",
    };
}
