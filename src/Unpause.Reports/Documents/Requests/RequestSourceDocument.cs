namespace Unpause.Reports.Documents;

/// <summary>Requests of one input.</summary>
public sealed record RequestSourceDocument
{
    /// <summary>The files that were read.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>Their format.</summary>
    public required string Format { get; init; }

    /// <summary>Requests.</summary>
    public required long Requests { get; init; }

    /// <summary>Spans.</summary>
    public required long Spans { get; init; }

    /// <summary>Lines; null for formats without lines.</summary>
    public required long? Lines { get; init; }

    /// <summary>Lines that were not understood.</summary>
    public required long LinesUnparsed { get; init; }

    /// <summary>What was noted while reading.</summary>
    public required CoverageDocument Coverage { get; init; }

    /// <summary>Whether the recording of the collections holds them itself.</summary>
    public bool FromRecording { get; init; }

    /// <summary>Requests that failed (status 500 or more) since the program started, by its own count; null when not told.</summary>
    public long? Failed { get; init; }
}
