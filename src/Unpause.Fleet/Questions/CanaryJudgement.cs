using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>What can be said about a candidate now; the members are those of <see cref="CanaryDocument"/>.</summary>
/// <param name="Shared">Processes that both selections had; they count for the candidate.</param>
/// <param name="StepMinutes">The length of the steps of time that were compared.</param>
/// <param name="Reason">Why it is undecided; null where it is decided.</param>
internal sealed record CanaryJudgement(
    string Verdict, FleetIntervalDocument? ChangePercent, string Per, double? MinutesLeft, int BaselineProcesses, int CandidateProcesses,
    int Intervals, int Shared, double StepMinutes, string? Reason);
