using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>
/// What unpause says of some recordings, as data: all texts are chosen, nothing is left to compute. Times are milliseconds, sizes
/// bytes, unknown is null. This is the JSON contract <c>unpause.report/1</c>; the schema and the page's types are made from these
/// records. Additions are allowed within version 1, renames are not; readers pass over what they don't know.
/// </summary>
public sealed record ReportDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.report/1";

    /// <summary>The contract's name and version.</summary>
    public required string Schema { get; init; }

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>
    /// Whether what is or may be a secret in command lines, settings, labels and URLs is replaced by [hidden]. False with
    /// --show-arguments. Null in documents of older versions, which redacted nothing.
    /// </summary>
    public bool? ArgumentsRedacted { get; init; }

    /// <summary>The verdict in one sentence.</summary>
    public required string Verdict { get; init; }

    /// <summary>What the recorder could not record, in sentences.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>The processes, the most paused first.</summary>
    public required IReadOnlyList<ProcessDocument> Processes { get; init; }

    /// <summary>Which slow requests are the collector's fault; null when no requests were given.</summary>
    public required RequestsDocument? Requests { get; init; }

    /// <summary>Failing states that rules found, the gravest first.</summary>
    public required IReadOnlyList<FindingDocument> Findings { get; init; }

    /// <summary>Rules that could not judge a process, and why.</summary>
    public required IReadOnlyList<NotApplicableDocument> NotApplicable { get; init; }

    /// <summary>
    /// The page's timeline as the page holds it, gzip of columns, so that a stored report can be made a page again; only with --events.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Timeline { get; init; }
}
