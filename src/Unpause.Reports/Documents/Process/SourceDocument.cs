using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>Where a process's numbers come from and how much of it was understood.</summary>
public sealed record SourceDocument
{
    /// <summary>The files that were read, in reading order.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The format that was read.</summary>
    [Words(nameof(Vocabulary.Formats))]
    public required string Format { get; init; }

    /// <summary>The runtime.</summary>
    [Words(nameof(Vocabulary.Runtimes))]
    public required string Runtime { get; init; }

    /// <summary>The runtime as people write it. Null in documents of older versions.</summary>
    public string? RuntimeName { get; init; }

    /// <summary>The runtime's version in its own words.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The collector in the runtime's own words.</summary>
    public required string? Collector { get; init; }

    /// <summary>The process's number.</summary>
    public required long? Pid { get; init; }

    /// <summary>Its command line.</summary>
    public required string? Command { get; init; }

    /// <summary>Wall time of the recording's zero, in UTC.</summary>
    public required string? StartedAt { get; init; }

    /// <summary>Length of the recorded stretch.</summary>
    public required Milliseconds? DurationMs { get; init; }

    /// <summary>
    /// Whether the format records collections. False for formats that record memory alone (Go's pprof profiles), where a count of 0 means
    /// nothing. True in documents of older versions.
    /// </summary>
    // What is initialised and not there is false to the serializer, whatever stands here: a setter is called only for what is there.
    [JsonInclude]
    public bool HasCollections { get; internal set; } = true;

    /// <summary>Lines that were read; null for formats without lines.</summary>
    public required long? Lines { get; init; }

    /// <summary>Lines of the format's own kind that were not understood.</summary>
    public required long LinesUnparsed { get; init; }

    /// <summary>How times map to wall time.</summary>
    public required ClockDocument Clock { get; init; }

    /// <summary>What was noted while reading.</summary>
    public required CoverageDocument Coverage { get; init; }

    /// <summary>Settings in force that the recording shows.</summary>
    public required IReadOnlyDictionary<string, string> Settings { get; init; }

    /// <summary>
    /// The step in which the format writes pauses: one that reads 0 is shorter. Null where that is a microsecond or finer, and in documents
    /// of older versions.
    /// </summary>
    public Milliseconds? PauseResolutionMs { get; init; }

    /// <summary>
    /// The step in which the format writes sizes of the heap: one that reads 0 is smaller. Null where that is a byte, and in documents of
    /// older versions.
    /// </summary>
    public long? HeapResolutionBytes { get; init; }

    /// <summary>The same with what the user says of the run before what was known.</summary>
    internal SourceDocument With(Recordings.RunIdentity said) =>
        said == Recordings.RunIdentity.Unknown ? this : this with { Identity = (Identity ?? new IdentityDocument()).With(said) };

    /// <summary>Which run of which service this is, so that stored reports can be told apart, merged and compared.</summary>
    public IdentityDocument? Identity { get; init; }
}
