using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Alerts;

/// <summary>
/// Which services restarted with other settings or another version. An alert that held before is marked "changed, not proven" until
/// <c>unpause compare</c> finds the change better: that the alert stopped holding for a day may be a quiet day.
/// </summary>
internal sealed class ServiceChanges
{
    private const int MostLive = 500, MostEnded = 20, MostIds = 100, MostCommandChars = 1000;

    /// <summary>How long before the change an alert held that the change may have been for.</summary>
    private static readonly TimeSpan HeldWithin = TimeSpan.FromDays(1);

    /// <summary>Reports from before the change are kept as long.</summary>
    private static readonly TimeSpan Forgotten = TimeSpan.FromDays(14);

    private readonly Dictionary<string, StoredService> _services = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    /// <summary>Takes the processes of now.</summary>
    public void See(IEnumerable<RingProcess> processes, DateTimeOffset now)
    {
        lock (_lock)
        {
            var live = processes.Where(one => one.State != RingProcess.Ended).ToList();
            var keys = live.Select(one => one.Key).ToHashSet(StringComparer.Ordinal);
            foreach (var service in _services.Values)
            {
                foreach (var (key, settings) in service.Live.Where(one => !keys.Contains(one.Key)).ToList())
                {
                    service.Live.Remove(key);
                    service.Ended.Add(settings);
                    if (service.Ended.Count > MostEnded) service.Ended.RemoveAt(0);
                }
            }

            foreach (var facts in live) Take(facts, now);
        }
    }

    /// <summary>An alert holds.</summary>
    public void Held(WatchAlert alert, DateTimeOffset now)
    {
        lock (_lock)
        {
            if (_services.TryGetValue(alert.Process.Service, out var service)) service.Held[alert.Condition.Name] = now;
        }
    }

    /// <summary>What changed since an alert held before; null where nothing did, or too long ago.</summary>
    public ServiceChange? Find(string service, WatchCondition condition, DateTimeOffset now)
    {
        lock (_lock)
        {
            if (!_services.TryGetValue(service, out var known) || !HasChange(known, now)) return null;
            return known.HeldBefore.ContainsKey(condition.Name) ? new ServiceChange(known.Change ?? "", known.Proof) : null;
        }
    }

    /// <summary>Services that changed after an alert, and that nothing has shown to be better.</summary>
    public List<StoredService> Unproven(DateTimeOffset now)
    {
        lock (_lock)
        {
            return [.. _services.Values
                .Where(one => HasChange(one, now) && one.HeldBefore.Count > 0 && one.Proof is not { IsBetter: true })
                .Select(Copy)];
        }
    }

    /// <summary>Takes what compare found about a change.</summary>
    /// <param name="compared">The service as it was compared.</param>
    /// <returns>Whether that is new.</returns>
    public bool Prove(StoredService compared, ProvenChange found)
    {
        lock (_lock)
        {
            if (!_services.TryGetValue(compared.Name, out var known) || known.ChangedAt != compared.ChangedAt) return false;
            var isNew = known.Proof?.IsBetter != found.IsBetter;
            known.Proof = found;
            return isNew;
        }
    }

    /// <summary>All, to be stored.</summary>
    public List<StoredService> Store()
    {
        lock (_lock)
        {
            return [.. _services.Values.Select(Copy)];
        }
    }

    /// <summary>Takes what was stored.</summary>
    public void Restore(IEnumerable<StoredService> stored)
    {
        lock (_lock)
        {
            foreach (var service in stored.Take(ServiceLimits.MostServices)) _services[service.Name] = service;
        }
    }

    private void Take(RingProcess facts, DateTimeOffset now)
    {
        if (!_services.TryGetValue(facts.Service, out var service))
        {
            if (_services.Count >= ServiceLimits.MostServices) RemoveOldest();
            _services[facts.Service] = service = new StoredService(facts.Service);
        }

        service.SeenAt = now;
        if (service.Live.ContainsKey(facts.Key) || service.Live.Count >= MostLive) return;
        var settings = new ProcessSettings(
            facts.Version, facts.ServiceVersion, facts.HeapLimitBytes, facts.MemoryLimitBytes,
            facts.Command is { Length: > MostCommandChars } command ? command[..MostCommandChars] : facts.Command);
        service.Live[facts.Key] = settings;
        AddId(service.ChangedTo is null || service.ChangedTo == settings ? service.Ids : service.EarlierIds, facts.Id);
        // Without one that ended, it is one more instance and no restart.
        if (service.Ended.Count == 0 || service.Ended.Remove(settings)) return;
        var before = service.Ended[^1];
        service.Ended.RemoveAt(service.Ended.Count - 1);
        (service.ChangedAt, service.Change, service.ChangedTo, service.Proof) = (now, settings.Difference(before), settings, null);
        foreach (var id in service.Ids) AddId(service.EarlierIds, id);
        service.EarlierIds.Remove(facts.Id);
        service.Ids = [facts.Id];
        service.HeldBefore = service.Held.Where(held => now - held.Value <= HeldWithin).ToDictionary(StringComparer.Ordinal);
        service.Held.Clear();
    }

    private static bool HasChange(StoredService service, DateTimeOffset now) =>
        service.ChangedAt is { } changed && now - changed <= Forgotten;

    private static StoredService Copy(StoredService one) => one with
    {
        Live = new(one.Live), Ended = [.. one.Ended], Held = new(one.Held), HeldBefore = new(one.HeldBefore), Ids = [.. one.Ids],
        EarlierIds = [.. one.EarlierIds],
    };

    private static void AddId(List<int> ids, int id)
    {
        ids.Remove(id);
        ids.Add(id);
        if (ids.Count > MostIds) ids.RemoveAt(0);
    }

    private void RemoveOldest() => _services.Remove(_services.Values.MinBy(one => one.SeenAt)!.Name);
}

/// <summary>What can differ after a restart.</summary>
internal sealed record ProcessSettings(string? Runtime, string? Version, long? HeapLimitBytes, long? MemoryLimitBytes, string? Command)
{
    /// <summary>What differs from earlier settings, in words.</summary>
    public string Difference(ProcessSettings before)
    {
        var all = new List<string>();
        if (Version != before.Version) all.Add($"version {Word(before.Version)} → {Word(Version)}");
        if (Runtime != before.Runtime) all.Add($"runtime {Word(before.Runtime)} → {Word(Runtime)}");
        if (HeapLimitBytes != before.HeapLimitBytes) all.Add($"heap limit {Size(before.HeapLimitBytes)} → {Size(HeapLimitBytes)}");
        if (MemoryLimitBytes != before.MemoryLimitBytes)
            all.Add($"memory limit {Size(before.MemoryLimitBytes)} → {Size(MemoryLimitBytes)}");
        if (Command != before.Command) all.Add("another command line");
        return string.Join(", ", all);
    }

    private static string Word(string? text) => text ?? "unknown";

    private static string Size(long? bytes) => bytes is { } known ? Unpause.Recordings.Quantities.Bytes((double)known) : "none";
}

/// <summary>A service, as it is stored.</summary>
internal sealed record StoredService(string Name)
{
    /// <summary>When a process of it was last seen.</summary>
    public DateTimeOffset SeenAt { get; set; }

    /// <summary>Its processes, by their keys.</summary>
    public Dictionary<string, ProcessSettings> Live { get; set; } = [];

    /// <summary>Settings of processes that ended and have no successor yet.</summary>
    public List<ProcessSettings> Ended { get; set; } = [];

    /// <summary>When it restarted with other settings; null: not seen.</summary>
    public DateTimeOffset? ChangedAt { get; set; }

    /// <summary>What changed then.</summary>
    public string? Change { get; set; }

    /// <summary>The settings since then.</summary>
    public ProcessSettings? ChangedTo { get; set; }

    /// <summary>What compare found about it; null: nothing is proven.</summary>
    public ProvenChange? Proof { get; set; }

    /// <summary>Process ids since the change; all of them where there was none.</summary>
    public List<int> Ids { get; set; } = [];

    /// <summary>Process ids from before the change.</summary>
    public List<int> EarlierIds { get; set; } = [];

    /// <summary>When the alert of a condition last held, since the change.</summary>
    public Dictionary<string, DateTimeOffset> Held { get; set; } = [];

    /// <summary>The same of the day before the change.</summary>
    public Dictionary<string, DateTimeOffset> HeldBefore { get; set; } = [];
}
