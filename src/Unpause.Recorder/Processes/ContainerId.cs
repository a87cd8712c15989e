namespace Unpause.Recorder.Processes;

/// <summary>
/// The id of the container that a process runs in, as Docker, containerd, CRI-O and Podman give it: 64 hexadecimal digits.
/// </summary>
internal static class ContainerId
{
    private const int Digits = 64;

    /// <summary>Looks into both files of /proc/PID; null when neither tells.</summary>
    /// <param name="cgroup">Seen from outside, or with version 1, the group's name has the id:
    /// <c>0::/system.slice/docker-3f….scope</c>.</param>
    /// <param name="mountinfo">Seen from inside with version 2, the runtime's own files are mounted from its folder:
    /// <c>/var/lib/docker/containers/3f…/hostname</c>.</param>
    public static string? Of(IEnumerable<string> cgroup, IEnumerable<string> mountinfo)
    {
        foreach (var line in cgroup)
        {
            // The last: what a container starts in its turn lies below its own group.
            if (line.Split(':', 3) is [_, _, var path] && Last(path) is { } found) return found;
        }

        foreach (var line in mountinfo)
        {
            // 36 35 98:0 /root /mount …: of Kubernetes' sandboxes the id is the pod's, not the container's.
            if (line.Split(' ') is not [_, _, _, var from, "/etc/hostname" or "/etc/hosts" or "/etc/resolv.conf", ..]) continue;
            if (from.Contains("sandboxes/", StringComparison.Ordinal)) continue;
            if (from.Contains("containers/", StringComparison.Ordinal) && Last(from) is { } found) return found;
        }

        return null;
    }

    /// <summary>The last name in a path that is an id, or ends in one after a hyphen, <c>.scope</c> left aside.</summary>
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
