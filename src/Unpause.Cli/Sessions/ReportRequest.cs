using Unpause.Reports.Budgets;
using Unpause.Recordings;

namespace Unpause.Cli;

/// <summary>What the user wants to have of a report.</summary>
/// <param name="Printed">The format for standard output.</param>
/// <param name="Files">Files to write, with their formats.</param>
/// <param name="Budgets">Budgets that must hold.</param>
/// <param name="Requests">Requests to judge; null for none.</param>
/// <param name="Events">Whether JSON lists every collection.</param>
/// <param name="Quiet">Whether nothing is printed.</param>
/// <param name="Verbose">Whether more is printed.</param>
internal sealed record ReportRequest(
    ReportFormat Printed,
    IReadOnlyList<ReportTarget> Files,
    IReadOnlyList<Budget> Budgets,
    RequestSource? Requests,
    bool Events,
    bool Quiet,
    bool Verbose)
{
    /// <summary>Whose run it is, as the user says.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;
}
