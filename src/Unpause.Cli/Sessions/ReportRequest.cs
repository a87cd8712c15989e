using Unpause.Cli.Sending;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Sessions;

/// <summary>The options of a report.</summary>
/// <param name="Printed">The format of what is printed.</param>
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
    /// <summary>
    /// Whether the user named standard output (<c>-o -</c>): the report is printed there, also with <c>-q</c>, and nowhere else.
    /// </summary>
    public bool NamesOutput { get; init; }

    /// <summary>The same as command-line arguments.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Whether standard output belongs to the observed program. The report is then printed to standard error.</summary>
    public bool OutputIsTheProgramsOwn { get; init; }

    /// <summary>Whether a report goes to standard output or standard error.</summary>
    public bool Prints => NamesOutput || !Quiet;

    /// <summary>Whether the report goes to standard output rather than standard error.</summary>
    public bool PrintsToOutput => NamesOutput || !OutputIsTheProgramsOwn;

    /// <summary>The frame that stacks of CPU samples must have; null for all stacks.</summary>
    public string? Only { get; init; }

    /// <summary>The part of the recordings that is reported.</summary>
    public WindowRequest Window { get; init; } = WindowRequest.Whole;

    /// <summary>Where the report is sent besides; null for nowhere.</summary>
    public SendTarget? Send { get; init; }

    /// <summary>Whether JSON has all histograms.</summary>
    public bool Histograms { get; init; }

    /// <summary>Whether the page is shown.</summary>
    public bool Open { get; init; }

    /// <summary>The page that the user named; null when none was.</summary>
    public string? Page => Files.FirstOrDefault(file => file.Format == ReportFormat.Html)?.Path;

    /// <summary>Whether possible secrets in command lines and URLs are shown.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>The user's labels of the run.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;
}

/// <summary>A file to write a report to.</summary>
internal sealed record ReportTarget(string Path, ReportFormat Format);
