namespace Unpause.Requests;

/// <summary>
/// Which services are one process. Spans of one process do not all have the same attributes, so two services are one process when
/// the attributes of one are a subset of the other's: name, process id, instance, host, pod … One that matches several stays separate.
/// A process id on a known host is one process whatever its services are called.
/// </summary>
internal sealed class ServingProcesses
{
    private readonly Dictionary<Service, int> _processOf = [];
    private readonly List<Service> _processes = [];

    private ServingProcesses()
    {
    }

    /// <summary>What is known of each process, of all its services together.</summary>
    public IReadOnlyList<Service> All => _processes;

    /// <summary>Puts services together.</summary>
    /// <param name="services">Services, of one set or of several; repeated ones count once.</param>
    public static ServingProcesses Group(IEnumerable<Service> services)
    {
        var processes = new ServingProcesses();
        var byName = new Dictionary<(string? Name, int? ProcessId, string? Host), List<int>>();
        // Those with the most attributes come first, so that the vague ones find them.
        foreach (var service in services.Distinct().OrderByDescending(Known)) processes.Add(service, byName);
        return processes;
    }

    /// <summary>Index of a service's process.</summary>
    public int IndexOf(Service service) => _processOf[service];

    private void Add(Service service, Dictionary<(string? Name, int? ProcessId, string? Host), List<int>> near)
    {
        var sameName = Listed(near, (service.Name, null, null));
        var sameId = service is { ProcessId: not null, Host: not null } ? Listed(near, (null, service.ProcessId, service.Host)) : sameName;
        var found = sameId.Count > Limits.ProcessesOfAName ? [] : sameId.FindAll(process => Agree(_processes[process], service));
        if (found.Count == 0 && sameId != sameName && sameName.Count <= Limits.ProcessesOfAName)
        {
            found = sameName.FindAll(process => Agree(_processes[process], service));
        }

        if (found.Count == 1)
        {
            Join(found[0], service);
            if (!sameName.Contains(found[0])) sameName.Add(found[0]);
            return;
        }

        _processOf.Add(service, _processes.Count);
        sameName.Add(_processes.Count);
        if (sameId != sameName) sameId.Add(_processes.Count);
        _processes.Add(service);
    }

    private void Join(int process, Service service)
    {
        _processes[process] = Merge(_processes[process], service);
        _processOf.Add(service, process);
    }

    private static List<int> Listed(
        Dictionary<(string? Name, int? ProcessId, string? Host), List<int>> near, (string? Name, int? ProcessId, string? Host) key)
    {
        if (near.TryGetValue(key, out var list)) return list;
        return near[key] = [];
    }

    /// <summary>
    /// Whether a service's attributes of a process are all known: the instance of the one and the pod of the other may be of
    /// two processes. The caller compares names.
    /// </summary>
    private static bool Agree(Service known, Service said) =>
        (said.ProcessId is null || said.ProcessId == known.ProcessId)
        && Holds(known.Instance, said.Instance) && Holds(known.Host, said.Host) && Holds(known.HostId, said.HostId)
        && Holds(known.Container, said.Container) && Holds(known.Pod, said.Pod) && Holds(known.Address, said.Address)
        && (known.Language is null || Holds(known.Language, said.Language))
        && (known.RuntimeName is null || Holds(known.RuntimeName, said.RuntimeName));

    private static bool Holds(string? known, string? said) => said is null || string.Equals(known, said, StringComparison.Ordinal);

    private static Service Merge(Service a, Service b) =>
        a with { Language = a.Language ?? b.Language, RuntimeName = a.RuntimeName ?? b.RuntimeName };

    private static int Known(Service service)
    {
        var known = service.ProcessId is null ? 0 : 1;
        foreach (var word in (ReadOnlySpan<string?>)[
            service.Instance, service.Host, service.HostId, service.Container, service.Pod, service.Address, service.Language,
            service.RuntimeName
        ])
        {
            known += word is null ? 0 : 1;
        }

        return known;
    }
}
