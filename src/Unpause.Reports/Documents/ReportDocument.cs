using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>
/// A report of unpause as data: all texts are final, nothing is left to compute. Times are in milliseconds, sizes in bytes, and null is
/// unknown. This is the JSON contract <c>unpause.report/1</c>; the schema and the page's types are generated from these records. Version 1
/// allows additions, but no renames; readers ignore unknown fields.
/// </summary>
public sealed record ReportDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.report/1";

    /// <summary>The contract's name and version.</summary>
    [AllowedValues(CurrentSchema)]
    public required string Schema { get; init; }

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>
    /// Whether command lines, settings, labels and URLs are unredacted (--show-arguments). When false, possible secrets in them are
    /// replaced by [hidden]. Null in documents of older versions, which redacted nothing.
    /// </summary>
    public bool? ArgumentsRedacted { get; init; }

    /// <summary>The verdict in one sentence.</summary>
    public required string Verdict { get; init; }

    /// <summary>What the recorder could not record, as sentences.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>The processes, the longest total stop time first.</summary>
    public required IReadOnlyList<ProcessDocument> Processes { get; init; }

    /// <summary>The attribution of slow requests to GC; null when no requests were given.</summary>
    public required RequestsDocument? Requests { get; init; }

    /// <summary>The problems that rules found, the most severe first.</summary>
    public required IReadOnlyList<FindingDocument> Findings { get; init; }

    /// <summary>Rules without enough data to judge a process, and why.</summary>
    public required IReadOnlyList<NotApplicableDocument> NotApplicable { get; init; }

    /// <summary>The page's timeline, gzip of columns, to make a page from a stored report; only with --events.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Timeline { get; init; }
}
