using System.Runtime.Versioning;
using Unpause.Recordings;

namespace Unpause.Recorder.Processes;

/// <summary>Who runs a process: a unit of systemd, a container, a pod, as far as its control groups and its environment tell.</summary>
/// <param name="Service">What it calls itself (OpenTelemetry's service.name), else systemd's unit: <c>orders.service</c>.</param>
/// <param name="ContainerId">64 hexadecimal digits.</param>
/// <param name="Pod">The pod of Kubernetes: its name, else its uid.</param>
internal sealed record Placement(string? Service, string? ContainerId, string? Pod)
{
    private const string UnitEnd = ".service", PodMark = "pod", Kubernetes = "kubepods";

    /// <summary>Of a process; looks only.</summary>
    [SupportedOSPlatform("linux")]
    public static Placement Of(ProcessView process)
    {
        var groups = process.Lines("cgroup");
        var container = Processes.ContainerId.Of(groups, process.Lines("mountinfo"));
        var named = ResourceAttributes.Read(
            process.Variable(ResourceAttributes.Variable), process.Variable(ResourceAttributes.ServiceVariable));
        var pod = PodIn(groups);
        // A pod's containers have its name as their host name, and the variable is set from it.
        var podName = pod is null ? null : process.Variable("HOSTNAME");
        return new Placement(
            named.Service ?? UnitIn(groups), container, podName is { Length: > 0 } && ResourceAttributes.IsValue(podName) ? podName : pod);
    }

    /// <summary>
    /// The innermost unit that is a service: <c>0::/system.slice/orders.service</c>; the user's own manager holds others and is none.
    /// </summary>
    internal static string? UnitIn(IEnumerable<string> cgroup) => NamesIn(cgroup).LastOrDefault(
        name => name.EndsWith(UnitEnd, StringComparison.Ordinal) && !name.StartsWith("user@", StringComparison.Ordinal));

    /// <summary>
    /// The uid of a pod: <c>/kubepods/burstable/podUID/ID</c>, or with systemd <c>kubepods-burstable-podUID.slice</c>, where the uid has
    /// underscores for hyphens.
    /// </summary>
    internal static string? PodIn(IEnumerable<string> cgroup)
    {
        foreach (var name in NamesIn(cgroup.Where(line => line.Contains(Kubernetes, StringComparison.Ordinal))))
        {
            var plain = name.EndsWith(".slice", StringComparison.Ordinal) ? name[..^6] : name;
            var at = plain.StartsWith(PodMark, StringComparison.Ordinal) ? 0 : plain.IndexOf("-" + PodMark, StringComparison.Ordinal) + 1;
            if (at == 0 && !plain.StartsWith(PodMark, StringComparison.Ordinal)) continue;
            var uid = plain[(at + PodMark.Length)..].Replace('_', '-');
            if (uid.Length is >= 32 and <= 36 && uid.All(letter => char.IsAsciiHexDigit(letter) || letter == '-')) return uid;
        }

        return null;
    }

    /// <summary>The names in the groups' paths, outermost first, of systemd's own hierarchy or of version 2 first.</summary>
    private static IEnumerable<string> NamesIn(IEnumerable<string> cgroup) => cgroup
        .Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3)
        .OrderByDescending(parts => parts[1].Length == 0 || parts[1] == "name=systemd")
        .SelectMany(parts => parts[2].Split('/'));
}
