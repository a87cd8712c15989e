namespace Unpause.Requests.Attribution.Owners;

/// <summary>What a process that served requests and a recorded one have in common, or not.</summary>
/// <param name="Strength">How sure it is that they are the same.</param>
/// <param name="Served">Its value at the process that served; empty when there is none.</param>
/// <param name="Recorded">Its value at the recorded process, where they differ; else empty.</param>
/// <param name="Host">The host that both have, besides; null when that is not known.</param>
public readonly record struct Tie(TieStrength Strength, TieFact Fact, string Served = "", string Recorded = "", string? Host = null)
{
    // A pid below is that of a container's first processes, the same in each of them.
    private const int FirstTellingProcessId = 100;
    private const int ShortContainerId = 12;

    /// <summary>Compares what both say of themselves. What contradicts goes before what agrees.</summary>
    /// <param name="served">The process that served.</param>
    /// <param name="identity">Whose run was recorded, from its environment and the user's options.</param>
    public static Tie Compare(Service served, Recording recording, RunIdentity identity)
    {
        if (recording.Source.Traits.Runs(served.Language, served.RuntimeName) == false)
        {
            return new Tie(TieStrength.OtherRuntime, TieFact.Runtime, served.RuntimeName ?? served.Language ?? "");
        }

        var container = SameContainer(served.Container, identity.Container);
        if (container == false) return Other(TieFact.Container, Short(served.Container!), Short(identity.Container!));
        var sameId = served.ProcessId is { } id && recording.Source.ProcessId is { } recorded ? id == recorded : (bool?)null;
        // Inside and outside of a container a process has two ids.
        if (sameId == false && container != true)
        {
            return Other(TieFact.ProcessId, $"{served.ProcessId}", $"{recording.Source.ProcessId}");
        }

        if (sameId == true && served.ProcessId >= FirstTellingProcessId) return SameId(served);
        if (Against(served, identity) is { } against) return against;
        if (sameId == true) return SameId(served);
        if (container == true) return new Tie(TieStrength.Instance, TieFact.Container, Short(served.Container!));
        return For(served, recording, identity);
    }

    private static Tie SameId(Service served) => new(TieStrength.ProcessId, TieFact.ProcessId, $"{served.ProcessId}");

    private static Tie Other(TieFact fact, string served, string recorded) => new(TieStrength.OtherProcess, fact, served, recorded);

    private static Tie? Against(Service served, RunIdentity identity)
    {
        foreach (var (fact, of, recorded) in (ReadOnlySpan<(TieFact, string?, string?)>)[
            (TieFact.Instance, served.Instance, Label(identity, "service.instance.id")),
            (TieFact.Pod, served.Pod, Label(identity, "k8s.pod.name")),
            (TieFact.HostId, served.HostId, Label(identity, "host.id"))
        ])
        {
            if (of is not null && recorded is not null && of != recorded) return Other(fact, of, recorded);
        }

        return served.Host is { } host && identity.Host is { } own && !SameHost(host, own) && !SameHost(served.Pod ?? host, own)
            ? Other(TieFact.Host, host, own)
            : null;
    }

    private static Tie For(Service served, Recording recording, RunIdentity identity)
    {
        if (served.Instance is { } instance && (instance == Label(identity, "service.instance.id") || InFileName(recording, instance)))
        {
            return new Tie(TieStrength.Instance, TieFact.Instance, instance);
        }

        if (served.Pod is { } pod
            && (pod == Label(identity, "k8s.pod.name") || SameHost(pod, identity.Host) || InFileName(recording, pod)))
        {
            return new Tie(TieStrength.Instance, TieFact.Pod, pod);
        }

        var byName = NameTie(served, recording, identity);
        if (served.Host is { } host && (SameHost(host, identity.Host) || InFileName(recording, host)))
        {
            // Other services run on the host, too, so a name that matches comes first.
            return byName.Strength == TieStrength.Name
                ? byName with { Strength = TieStrength.Instance, Host = host }
                : new Tie(TieStrength.Possible, TieFact.Host, host);
        }

        return byName;
    }

    private static Tie NameTie(Service served, Recording recording, RunIdentity identity)
    {
        if (served.Name is not { } name || string.IsNullOrWhiteSpace(name)) return new Tie(TieStrength.Possible, TieFact.None);
        if (string.Equals(name, identity.Service, StringComparison.OrdinalIgnoreCase))
        {
            return new Tie(TieStrength.Name, TieFact.ServiceName);
        }

        if (OwnerNames.Holds(recording.Source.Command, name)) return new Tie(TieStrength.Name, TieFact.CommandLine);
        return OwnerNames.FileNamed(recording, name) is { } file
            ? new Tie(TieStrength.Name, TieFact.FileName, file)
            : new Tie(TieStrength.Possible, TieFact.None);
    }

    private static bool InFileName(Recording recording, string word) => OwnerNames.FileNamed(recording, word) is not null;

    private static string? Label(RunIdentity identity, string key)
    {
        foreach (var (name, value) in identity.Labels)
        {
            if (name == key) return value;
        }

        return null;
    }

    private static bool? SameContainer(string? a, string? b)
    {
        if (a is null || b is null || a.Length < ShortContainerId || b.Length < ShortContainerId) return null;
        return a.StartsWith(b, StringComparison.OrdinalIgnoreCase) || b.StartsWith(a, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Host names are the same with and without their domain.</summary>
    private static bool SameHost(string a, string? b)
    {
        if (b is null) return false;
        var (first, second) = (a.Split('.')[0], b.Split('.')[0]);
        return string.Equals(first, second, StringComparison.OrdinalIgnoreCase)
            && (a.Length == first.Length || b.Length == second.Length || string.Equals(a, b, StringComparison.OrdinalIgnoreCase));
    }

    private static string Short(string container) => container.Length > ShortContainerId ? container[..ShortContainerId] : container;
}

/// <summary>What ties a process that served requests to a recorded one, the surer the later.</summary>
public enum TieStrength
{
    /// <summary>Its spans are of another runtime's library: the recording cannot be its own.</summary>
    OtherRuntime,

    /// <summary>Process id, container, host or instance differ.</summary>
    OtherProcess,

    /// <summary>Nothing speaks against it, and nothing for it.</summary>
    Possible,

    /// <summary>The service's name is in the recording's command line, file name or environment.</summary>
    Name,

    /// <summary>The instance, pod, container or host is the recording's.</summary>
    Instance,

    /// <summary>The process ids are the same.</summary>
    ProcessId,
}

/// <summary>Names of services and instances in what a recording says of itself: its command line and its files' names.</summary>
internal static class OwnerNames
{
    private const int ShortestPart = 4;

    /// <summary>Words in every such text, which identify no service.</summary>
    private static readonly string[] Common = ["gc", "log", "java", "jar", "python", "python3", "dotnet", "json", "trace", "upgc", "jfr"];

    /// <summary>The first of a recording's files with a name in its name, without its folder; null when there is none.</summary>
    public static string? FileNamed(Recording recording, string name)
    {
        foreach (var file in recording.Source.Files)
        {
            if (Path.GetFileName(file) is { } own && Holds(own, name)) return own;
        }

        return null;
    }

    /// <summary>Whether a text contains a name: as a word, or, with at least four letters, within one.</summary>
    public static bool Holds(string? text, string name)
    {
        if (text is null || name.Length == 0 || Common.Contains(name, StringComparer.OrdinalIgnoreCase)) return false;
        for (var at = text.IndexOf(name, StringComparison.OrdinalIgnoreCase); at >= 0;
            at = at + 1 < text.Length ? text.IndexOf(name, at + 1, StringComparison.OrdinalIgnoreCase) : -1)
        {
            if (name.Length >= ShortestPart || (!IsWord(text, at - 1) && !IsWord(text, at + name.Length))) return true;
        }

        return false;
    }

    private static bool IsWord(string text, int at) => at >= 0 && at < text.Length && char.IsLetterOrDigit(text[at]);
}

/// <summary>What a process that served requests and a recorded one are compared by.</summary>
public enum TieFact
{
    /// <summary>Nothing is known of either.</summary>
    None,

    /// <summary>The runtime or language.</summary>
    Runtime,

    /// <summary>The container's id.</summary>
    Container,

    /// <summary>The process id.</summary>
    ProcessId,

    /// <summary><c>service.instance.id</c>.</summary>
    Instance,

    /// <summary>The Kubernetes pod.</summary>
    Pod,

    /// <summary>The host's name.</summary>
    Host,

    /// <summary><c>host.id</c>.</summary>
    HostId,

    /// <summary>The service's name, as the recorded process's environment has it.</summary>
    ServiceName,

    /// <summary>The service's name in the recorded command line.</summary>
    CommandLine,

    /// <summary>The service's name in the recording's file name.</summary>
    FileName,
}
