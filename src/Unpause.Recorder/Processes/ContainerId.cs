namespace Unpause.Recorder.Processes;

/// <summary>
/// The id of a process's container from Docker, containerd, CRI-O or Podman: 64 hexadecimal digits.
/// </summary>
internal static class ContainerId
{
    private const int Digits = 64;

    /// <summary>Searches both files of /proc/PID; null when neither contains an id.</summary>
    /// <param name="cgroup">From outside, or with version 1, the cgroup's name contains the id:
    /// <c>0::/system.slice/docker-3f….scope</c>.</param>
    /// <param name="mountinfo">From inside with version 2, files of the container runtime are mounted from its folder:
    /// <c>/var/lib/docker/containers/3f…/hostname</c>.</param>
    public static string? Find(IEnumerable<string> cgroup, IEnumerable<string> mountinfo)
    {
        foreach (var line in cgroup)
        {
            // The last one: a container started inside a container is below its cgroup.
            if (line.Split(':', 3) is [_, _, var path] && Last(path) is { } found) return found;
        }

        foreach (var line in mountinfo)
        {
            // 36 35 98:0 /root /mount …: for Kubernetes' sandboxes the id is the pod's, not the container's.
            if (line.Split(' ') is not [_, _, _, var from, "/etc/hostname" or "/etc/hosts" or "/etc/resolv.conf", ..]) continue;
            if (from.Contains("sandboxes/", StringComparison.Ordinal)) continue;
            if (from.Contains("containers/", StringComparison.Ordinal) && Last(from) is { } found) return found;
        }

        return null;
    }

    /// <summary>The last name in a path that is an id, or ends in one after a hyphen, ignoring <c>.scope</c>.</summary>
    private static string? Last(string path)
    {
        foreach (var name in path.Split('/').Reverse())
        {
            var plain = name.EndsWith(".scope", StringComparison.Ordinal) ? name[..^6] : name;
            var id = plain.Length > Digits && plain[^(Digits + 1)] is ('-' or ':') ? plain[^Digits..] : plain;
            if (id.Length == Digits && id.All(char.IsAsciiHexDigitLower)) return id;
        }

        return null;
    }
}
