namespace Unpause.Recordings;

/// <summary>
/// The identity of a recorded run: what joins runs of one service and distinguishes them, and its share of the machine.
/// Names are those of OpenTelemetry's resources. Unknown values are null.
/// </summary>
public sealed record RunIdentity
{
    /// <summary>A run about which nothing is known.</summary>
    public static RunIdentity Unknown { get; } = new();

    /// <summary>The run itself; of a recording from a file, what its content gives.</summary>
    public string? RunId { get; init; }

    /// <summary>The machine or container by its host name (<c>host.name</c>).</summary>
    public string? Host { get; init; }

    /// <summary>The service (<c>service.name</c>).</summary>
    public string? Service { get; init; }

    /// <summary>The service's version (<c>service.version</c>).</summary>
    public string? Version { get; init; }

    /// <summary>All other attributes, each key once, in ordinal order of the keys; at most <see cref="Limits.Labels"/>.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Labels { get; init; } = [];

    /// <summary>The container's id (<c>container.id</c>): 64 hexadecimal digits where the kernel shows it.</summary>
    public string? Container { get; init; }

    /// <summary>Processors that the process could use: those it may run on, and no more than its CPU quota, rounded up.</summary>
    public int? Processors { get; init; }

    /// <summary>
    /// The tightest memory limit of its control groups, in bytes; null when there is none. The machine's memory is no limit.
    /// </summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>This identity, with missing values taken from another; for a label that both have, this one's value counts.</summary>
    public RunIdentity Or(RunIdentity other) => new()
    {
        RunId = RunId ?? other.RunId,
        Host = Host ?? other.Host,
        Service = Service ?? other.Service,
        Version = Version ?? other.Version,
        Labels = other.Labels.Count == 0 ? Labels : Labels.Count == 0 ? other.Labels : Ordered([.. Labels, .. other.Labels]),
        Container = Container ?? other.Container,
        Processors = Processors ?? other.Processors,
        MemoryLimitBytes = MemoryLimitBytes ?? other.MemoryLimitBytes,
    };

    /// <summary>Labels in the form of an identity: for a duplicate key the first value counts.</summary>
    internal static IReadOnlyList<KeyValuePair<string, string>> Ordered(IEnumerable<KeyValuePair<string, string>> labels)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (key, value) in labels)
        {
            if (values.Count < Limits.Labels) values.TryAdd(key, value);
        }

        var keys = new string[values.Count];
        values.Keys.CopyTo(keys, 0);
        Array.Sort(keys, StringComparer.Ordinal);
        var ordered = new List<KeyValuePair<string, string>>(keys.Length);
        foreach (var key in keys) ordered.Add(new(key, values[key]));
        return ordered;
    }
}
