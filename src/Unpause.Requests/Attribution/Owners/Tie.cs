using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Owners;

/// <summary>What ties a process that served requests to a recording.</summary>
/// <param name="Strength">How sure it is.</param>
/// <param name="Why">The words that decide, as the end of a sentence; empty when nothing does.</param>
internal readonly record struct Tie(TieStrength Strength, string Why)
{
    // A pid below is that of a container's first processes, the same in each of them.
    private const int FirstTellingProcessId = 100;
    private const int ShortContainerId = 12;

    /// <summary>Compares what both say of themselves. What contradicts goes before what agrees.</summary>
    /// <param name="served">The process that served.</param>
    /// <param name="recording">The recorded one.</param>
    /// <param name="identity">Whose run was recorded, as far as its environment and the user told.</param>
    public static Tie Of(Service served, Recording recording, RunIdentity identity)
    {
        if (recording.Source.Traits.Runs(served.Language, served.RuntimeName) == false)
        {
            return new Tie(TieStrength.OtherRuntime, $"runs in {served.RuntimeName ?? served.Language}");
        }

        var container = SameContainer(served.Container, identity.Container);
        if (container == false) return Other($"runs in container {Short(served.Container!)}, recorded was {Short(identity.Container!)}");
        var sameId = served.ProcessId is { } id && recording.Source.ProcessId is { } recorded ? id == recorded : (bool?)null;
        // Inside and outside of a container a process has two ids.
        if (sameId == false && container != true)
        {
            return Other($"is process {served.ProcessId}, recorded was {recording.Source.ProcessId}");
        }

        if (sameId == true && served.ProcessId >= FirstTellingProcessId) return SameId(served);
        if (Against(served, identity) is { } against) return against;
        if (sameId == true) return SameId(served);
        if (container == true) return new Tie(TieStrength.Instance, $"runs in the recorded container {Short(served.Container!)}");
        return For(served, recording, identity);
    }

    private static Tie SameId(Service served) => new(TieStrength.ProcessId, $"is process {served.ProcessId}, as recorded");

    private static Tie Other(string why) => new(TieStrength.OtherProcess, why);

    private static Tie? Against(Service served, RunIdentity identity)
    {
        foreach (var (what, of, recorded) in (ReadOnlySpan<(string, string?, string?)>)[
            ("is instance", served.Instance, Label(identity, "service.instance.id")),
            ("is pod", served.Pod, Label(identity, "k8s.pod.name")),
            ("is on the host with the id", served.HostId, Label(identity, "host.id"))
        ])
        {
            if (of is not null && recorded is not null && of != recorded) return Other($"{what} {of}, recorded was {recorded}");
        }

        return served.Host is { } host && identity.Host is { } own && !SameHost(host, own) && !SameHost(served.Pod ?? host, own)
            ? Other($"is on host {host}, recorded was one on {own}")
            : null;
    }

    private static Tie For(Service served, Recording recording, RunIdentity identity)
    {
        if (served.Instance is { } instance && (instance == Label(identity, "service.instance.id") || InFileName(recording, instance)))
        {
            return new Tie(TieStrength.Instance, $"is instance {instance}, as recorded");
        }

        if (served.Pod is { } pod
            && (pod == Label(identity, "k8s.pod.name") || SameHost(pod, identity.Host) || InFileName(recording, pod)))
        {
            return new Tie(TieStrength.Instance, $"is pod {pod}, as recorded");
        }

        var byName = NameTie(served, recording, identity);
        if (served.Host is { } host && (SameHost(host, identity.Host) || InFileName(recording, host)))
        {
            // Other services run on the host, too: the name goes first where it tells.
            return byName.Strength == TieStrength.Name
                ? new Tie(TieStrength.Instance, $"{byName.Why}, on host {host}")
                : new Tie(TieStrength.Possible, $"is on host {host}, as recorded");
        }

        return byName;
    }

    private static Tie NameTie(Service served, Recording recording, RunIdentity identity)
    {
        if (served.Name is not { } name || string.IsNullOrWhiteSpace(name)) return new Tie(TieStrength.Possible, "");
        if (string.Equals(name, identity.Service, StringComparison.OrdinalIgnoreCase))
        {
            return new Tie(TieStrength.Name, "is the recorded service by its name");
        }

        if (OwnerNames.Holds(recording.Source.Command, name)) return new Tie(TieStrength.Name, "stands in the recorded command line");
        return OwnerNames.FileNamed(recording, name) is { } file
            ? new Tie(TieStrength.Name, $"stands in the file name {file}")
            : new Tie(TieStrength.Possible, "");
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
