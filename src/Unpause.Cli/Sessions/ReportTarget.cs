namespace Unpause.Cli.Sessions;

/// <summary>A file to write a report to.</summary>
/// <param name="Path">Where.</param>
/// <param name="Format">What.</param>
internal sealed record ReportTarget(string Path, ReportFormat Format);
