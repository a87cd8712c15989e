namespace Unpause.Reports.Documents;

/// <summary>The identity of the run and service. Null is unknown.</summary>
public sealed record IdentityDocument
{
    /// <summary>Converts an identity to the form of the contract.</summary>
    internal static IdentityDocument Of(Recordings.RunIdentity identity) => new IdentityDocument().With(identity);

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
