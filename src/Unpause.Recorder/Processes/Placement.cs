namespace Unpause.Recorder.Processes;

/// <summary>Systemd unit, container and pod of a process, according to its cgroups and its environment.</summary>
/// <param name="Service">Its name (OpenTelemetry's service.name), or its systemd unit: <c>orders.service</c>.</param>
/// <param name="ContainerId">64 hexadecimal digits.</param>
/// <param name="Pod">Name or uid of its Kubernetes pod.</param>
internal sealed record Placement(string? Service, string? ContainerId, string? Pod)
{
    private const string UnitEnd = ".service", PodMark = "pod", Kubernetes = "kubepods";

    /// <summary>The placement of a process; only reads.</summary>
    [SupportedOSPlatform("linux")]
    public static Placement Read(ProcessView process)
    {
        var groups = process.Lines("cgroup");
        var container = Processes.ContainerId.Find(groups, process.Lines("mountinfo"));
        var named = ResourceAttributes.Read(
            process.Variable(ResourceAttributes.Variable), process.Variable(ResourceAttributes.ServiceVariable));
        var pod = PodIn(groups);
        // The host name of a pod's containers is the pod's name, and the variable is set from it.
        var podName = pod is null ? null : process.Variable("HOSTNAME");
        return new Placement(
            named.Service ?? UnitIn(groups), container, podName is { Length: > 0 } && ResourceAttributes.IsValue(podName) ? podName : pod);
    }

    /// <summary>
    /// The innermost unit that is a service: <c>0::/system.slice/orders.service</c>. The user's own manager contains others and does not
    /// count.
    /// </summary>
    internal static string? UnitIn(IEnumerable<string> cgroup) => NamesIn(cgroup).LastOrDefault(
        name => name.EndsWith(UnitEnd, StringComparison.Ordinal) && !name.StartsWith("user@", StringComparison.Ordinal));

    /// <summary>
    /// The uid of a pod: <c>/kubepods/burstable/podUID/ID</c>, or with systemd <c>kubepods-burstable-podUID.slice</c>, where the uid has
    /// underscores instead of hyphens.
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

    /// <summary>The names in the cgroups' paths, outermost first; systemd's own hierarchy or version 2 first.</summary>
    private static IEnumerable<string> NamesIn(IEnumerable<string> cgroup) => cgroup
        .Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3)
        .OrderByDescending(parts => parts[1].Length == 0 || parts[1] == "name=systemd")
        .SelectMany(parts => parts[2].Split('/'));
}
