using Unpause.Recordings.Secrets;

namespace Unpause.Reports;

/// <summary>
/// Redacts possible secrets in a stored report that has them, because it was stored with <c>--show-arguments</c> or by a version without
/// redaction.
/// </summary>
internal static class RedactedDocument
{
    /// <summary>The redacted document.</summary>
    public static ReportDocument Redact(ReportDocument document) => document with
    {
        ArgumentsRedacted = true,
        NotRecorded = [.. document.NotRecorded.Select(Redaction.Text)],
        Processes = [.. document.Processes.Select(Redact)],
        Requests = document.Requests is { } requests ? Redact(requests) : null,
    };

    private static ProcessDocument Redact(ProcessDocument process) => process with
    {
        Name = Text(process.Name),
        Source = process.Source with
        {
            Command = Text(process.Source.Command),
            Settings = Redaction.Values(process.Source.Settings),
            Coverage = Redact(process.Source.Coverage),
            Identity = process.Source.Identity is { } identity ? identity with { Labels = Redaction.Values(identity.Labels) } : null,
        },
    };

    private static RequestsDocument Redact(RequestsDocument requests) => requests with
    {
        Sources = [.. requests.Sources.Select(source => source with { Coverage = Redact(source.Coverage) })],
        Worst = [.. requests.Worst.Select(worst => worst with { Name = Name(worst.Name) })],
        Holes = [.. requests.Holes.Select(
            hole => hole with { Span = Name(hole.Span), After = Name(hole.After), Before = Name(hole.Before) })],
    };

    private static CoverageDocument Redact(CoverageDocument coverage) => new()
    {
        Examples = [.. coverage.Examples.Select(example => example with { Text = Redaction.RequestName(example.Text) })],
        Notes = [.. coverage.Notes.Select(note => note with { Text = Redaction.Text(note.Text) })],
    };

    private static string? Text(string? text) => text is null ? null : Redaction.Text(text);

    private static string? Name(string? name) => name is null ? null : Redaction.RequestName(name);
}
