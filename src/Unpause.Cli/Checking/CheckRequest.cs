using Unpause.Cli.Sessions;

namespace Unpause.Cli.Checking;

/// <summary>The options of <c>unpause check</c>.</summary>
/// <param name="Budgets">The file of budgets.</param>
/// <param name="Paths">What is judged: recordings, and reports stored as JSON.</param>
/// <param name="Baseline">What relative limits are relative to; null for what the budgets name.</param>
/// <param name="Requests">Requests to judge; null for none.</param>
/// <param name="Service">The service that the user names; null for the one in the recordings.</param>
/// <param name="Printed">The format of what is printed.</param>
/// <param name="Files">Files to write.</param>
/// <param name="Quiet">Whether nothing is printed.</param>
internal sealed record CheckRequest(
    string Budgets,
    IReadOnlyList<string> Paths,
    string? Baseline,
    RequestSource? Requests,
    string? Service,
    CheckFormat Printed,
    IReadOnlyList<string> Files,
    bool Quiet)
{
    /// <summary>Every path that the user named to be read.</summary>
    public IEnumerable<string> Inputs => [Budgets, .. Paths, .. Baseline is null ? [] : (string[])[Baseline], .. Requests?.Paths ?? []];
}
