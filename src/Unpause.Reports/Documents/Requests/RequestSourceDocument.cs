namespace Unpause.Reports.Documents;

/// <summary>The requests of one input.</summary>
public sealed record RequestSourceDocument
{
    /// <summary>The files that were read.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The format of the input.</summary>
    public required string Format { get; init; }

    /// <summary>The number of requests.</summary>
    public required long Requests { get; init; }

    /// <summary>The number of spans.</summary>
    public required long Spans { get; init; }

    /// <summary>The number of lines; null for formats without lines.</summary>
    public required long? Lines { get; init; }

    /// <summary>The number of lines that were not parsed.</summary>
    public required long LinesUnparsed { get; init; }

    /// <summary>Notes from reading the input.</summary>
    public required CoverageDocument Coverage { get; init; }

    /// <summary>Whether the requests are in the recording of the collections itself.</summary>
    public bool FromRecording { get; init; }

    /// <summary>
    /// The number of failed requests (status at least 500) since the process started, by its own count; null when unknown.
    /// </summary>
    public long? Failed { get; init; }
}
