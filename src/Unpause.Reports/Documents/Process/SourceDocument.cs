using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>The source of a process's numbers, and how much of it was parsed.</summary>
public sealed record SourceDocument
{
    /// <summary>The files that were read, in reading order.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The format of the input.</summary>
    [Words(nameof(Vocabulary.Formats))]
    public required string Format { get; init; }

    /// <summary>The runtime.</summary>
    [Words(nameof(Vocabulary.Runtimes))]
    public required string Runtime { get; init; }

    /// <summary>The runtime's name for people. Null in documents of older versions.</summary>
    public string? RuntimeName { get; init; }

    /// <summary>The runtime's version in its own terms.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The collector in the runtime's own terms.</summary>
    public required string? Collector { get; init; }

    /// <summary>The process ID.</summary>
    public required long? Pid { get; init; }

    /// <summary>The command line.</summary>
    public required string? Command { get; init; }

    /// <summary>Wall time of the start of the recording, in UTC.</summary>
    public required string? StartedAt { get; init; }

    /// <summary>The length of the recording.</summary>
    public required Milliseconds? DurationMs { get; init; }

    /// <summary>
    /// Whether the format records collections. False for profiles of memory only (Go's pprof profiles), where a count of 0 means nothing.
    /// True in documents of older versions.
    /// </summary>
    // With init, the serializer would read a missing property as false. It calls a setter only for properties that are present.
    [JsonInclude]
    public bool HasCollections { get; internal set; } = true;

    /// <summary>The number of lines read; null for formats without lines.</summary>
    public required long? Lines { get; init; }

    /// <summary>The number of lines of the format's own kind that were not parsed.</summary>
    public required long LinesUnparsed { get; init; }

    /// <summary>How times map to wall time.</summary>
    public required ClockDocument Clock { get; init; }

    /// <summary>Notes from reading the input.</summary>
    public required CoverageDocument Coverage { get; init; }

    /// <summary>The settings in the recording.</summary>
    public required IReadOnlyDictionary<string, string> Settings { get; init; }

    /// <summary>
    /// The resolution of pauses in the format: a pause of 0 is shorter than this. Null where it is a microsecond or finer, and in documents
    /// of older versions.
    /// </summary>
    public Milliseconds? PauseResolutionMs { get; init; }

    /// <summary>
    /// The resolution of heap sizes in the format: a size of 0 is smaller than this. Null where it is a byte, and in documents of older
    /// versions.
    /// </summary>
    public long? HeapResolutionBytes { get; init; }

    /// <summary>The source with values that the user passed, which take precedence.</summary>
    internal SourceDocument With(Recordings.RunIdentity said) =>
        said == Recordings.RunIdentity.Unknown ? this : this with { Identity = (Identity ?? new IdentityDocument()).With(said) };

    /// <summary>The identity of the run and service, to distinguish, merge and compare stored reports.</summary>
    public IdentityDocument? Identity { get; init; }
}
