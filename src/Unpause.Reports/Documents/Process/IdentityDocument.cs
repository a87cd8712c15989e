namespace Unpause.Reports.Documents;

/// <summary>Which run of which service a report is about. Null is unknown.</summary>
public sealed record IdentityDocument
{
    /// <summary>An identity in the contract's form.</summary>
    internal static IdentityDocument Of(Recordings.RunIdentity identity) => new IdentityDocument().With(identity);

    /// <summary>The same with what the user says before what was known.</summary>
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

    /// <summary>The same for the same recording, whatever its file is called and however it is packed: a hash of its content.</summary>
    public string? RunId { get; init; }

    /// <summary>The host's name.</summary>
    public string? Host { get; init; }

    /// <summary>The service's name (OTEL_SERVICE_NAME, service.name, --service).</summary>
    public string? Service { get; init; }

    /// <summary>The service's version (service.version).</summary>
    public string? Version { get; init; }

    /// <summary>The container's id.</summary>
    public string? Container { get; init; }

    /// <summary>Processors that the process may use, by its affinity and its container's quota.</summary>
    public long? Processors { get; init; }

    /// <summary>The memory limit in force, its container's.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>Further names and values: OTEL_RESOURCE_ATTRIBUTES of the recorded process, and --label.</summary>
    public IReadOnlyDictionary<string, string> Labels { get => field ?? None; init; } = None;
}
