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

    /// <summary>Which part of a longer recording the numbers are of; null when they are of all of it.</summary>
    public WindowDocument? Window { get; init; }

    /// <summary>How much of the length is missing from the input: shares and rates are without it. Null when nothing is.</summary>
    public Milliseconds? LostMs { get; init; }

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

/// <summary>The part of a recording that a report is about. All times of the report count from its beginning.</summary>
public sealed record WindowDocument
{
    /// <summary>Where it begins, since the start of the recording.</summary>
    public required Milliseconds FromMs { get; init; }

    /// <summary>Where it ends, since the start of the recording.</summary>
    public required Milliseconds ToMs { get; init; }

    /// <summary>The length of the whole recording.</summary>
    public required Milliseconds OfMs { get; init; }
}

/// <summary>How a recording's times map to wall time.</summary>
public sealed record ClockDocument
{
    /// <summary>The source of the mapping.</summary>
    public required string Source { get; init; }

    /// <summary>The uncertainty of the mapping.</summary>
    public required Milliseconds? UncertaintyMs { get; init; }
}

/// <summary>Notes from reading the input.</summary>
public sealed record CoverageDocument
{
    /// <summary>The first lines that were not parsed.</summary>
    public required IReadOnlyList<LineExample> Examples { get; init; }

    /// <summary>The notes.</summary>
    public required IReadOnlyList<NoteDocument> Notes { get; init; }
}

/// <summary>A note on the input.</summary>
public sealed record NoteDocument
{
    /// <summary>The severity of a note for information only.</summary>
    public const string Info = "info";

    /// <summary>The severity of a note on input that could not be read.</summary>
    public const string Unreadable = "unreadable";

    /// <summary>Whether part of the input could not be read.</summary>
    [Words(nameof(Vocabulary.NoteSeverities))]
    public required string Severity { get; init; }

    /// <summary>The text of the note.</summary>
    public required string Text { get; init; }
}

/// <summary>A line that was not parsed.</summary>
public sealed record LineExample
{
    /// <summary>The line number, from 1.</summary>
    public required long Line { get; init; }

    /// <summary>The text of the line.</summary>
    public required string Text { get; init; }
}

/// <summary>The identity of the run and service. Null is unknown.</summary>
public sealed record IdentityDocument
{
    /// <summary>Converts an identity to the form of the contract.</summary>
    internal static IdentityDocument From(Recordings.RunIdentity identity) => new IdentityDocument().With(identity);

    /// <summary>The identity with values that the user passed, which take precedence.</summary>
    internal IdentityDocument With(Recordings.RunIdentity said) => new()
    {
        RunId = said.RunId ?? RunId,
        Host = said.Host ?? Host,
        Service = said.Service ?? Service,
        Version = said.Version ?? Version,
        Container = said.Container ?? Container,
        Processors = said.Processors ?? Processors,
        MemoryLimitBytes = said.MemoryLimitBytes ?? MemoryLimitBytes,
        Labels = said.Labels.Count == 0 ? Labels : Merged(said.Labels, Labels),
    };

    private static Dictionary<string, string> Merged(
        IEnumerable<KeyValuePair<string, string>> said, IEnumerable<KeyValuePair<string, string>> known)
    {
        var merged = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in said.Concat(known).OrderBy(label => label.Key, StringComparer.Ordinal)) merged.TryAdd(name, value);
        return merged;
    }

    private static readonly Dictionary<string, string> None = new(StringComparer.Ordinal);

    /// <summary>A hash of the content: the same for the same recording, whatever its file name and compression.</summary>
    public string? RunId { get; init; }

    /// <summary>The host name.</summary>
    public string? Host { get; init; }

    /// <summary>The service name (OTEL_SERVICE_NAME, service.name, --service).</summary>
    public string? Service { get; init; }

    /// <summary>The service version (service.version).</summary>
    public string? Version { get; init; }

    /// <summary>The container ID.</summary>
    public string? Container { get; init; }

    /// <summary>The number of processors that the process may use, by CPU affinity and the container's quota.</summary>
    public long? Processors { get; init; }

    /// <summary>The memory limit of the container.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>Further labels: OTEL_RESOURCE_ATTRIBUTES of the recorded process, and --label.</summary>
    public IReadOnlyDictionary<string, string> Labels { get => field ?? None; init; } = None;
}
