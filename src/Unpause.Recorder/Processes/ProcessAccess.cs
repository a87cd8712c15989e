namespace Unpause.Recorder.Processes;

/// <summary>Whether unpause may inspect a process and connect to it.</summary>
[SupportedOSPlatform("linux")]
internal static class ProcessAccess
{
    /// <summary>What prevents it; null when nothing does.</summary>
    public static Obstacle? Obstacle(ProcessView process)
    {
        if (process.IsZombie) return new Obstacle($"process {process.Id} has ended");
        if (process.MayLook) return OfMixed(process);
        if (FileCalls.OwnUser() == 0) return OfRoot(process);
        var owner = UserName.Resolve(process.UserId);
        return ProcessView.Find(Environment.ProcessId)?.UserId == process.UserId
            ? new Obstacle(
                $"process {process.Id} is protected although it belongs to your user (it has changed its user or has capabilities)",
                "run unpause as root")
            : new Obstacle(
                $"process {process.Id} belongs to {owner}",
                $"run unpause as that user or as root: sudo -u {UserName.ForSudo(process.UserId)} unpause …");
    }

    /// <summary>Neither user's rights are appropriate: it may be one user's process that temporarily has another's rights.</summary>
    private static Obstacle? OfMixed(ProcessView process) => process.Credentials.AreMixed
        ? new Obstacle(
            $"process {process.Id} has more than one user or group ({process.Credentials}; real/effective/saved/files): it executes a "
                + "set-uid program, or has not dropped its first user permanently",
            $"start its program as one user, then record it: sudo -u {UserName.ForSudo(process.UserId)} CMD…")
        : null;

    /// <summary>Access was denied to root; the advice depends on the missing capability.</summary>
    private static Obstacle OfRoot(ProcessView process) => OwnRights.MayTrace
        ? new Obstacle($"root has no access to process {process.Id} here: a sandbox, a security module (SELinux, AppArmor, Yama) or "
            + "another user namespace forbids it")
        : new Obstacle(
            $"no access to process {process.Id}: root lacks CAP_SYS_PTRACE in this container",
            "add it: docker run --cap-add SYS_PTRACE, kubectl debug --profile=sysadmin; or run unpause outside the container");
}

/// <summary>Names of users by number, from /etc/passwd.</summary>
internal static class UserName
{
    private static readonly Lazy<Dictionary<uint, string>> Names = new(Load);

    /// <summary>The name, or the number if the machine has no such user (a container's user).</summary>
    public static string Resolve(uint user) =>
        Names.Value.GetValueOrDefault(user) ?? user.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>The user in the syntax of <c>sudo -u</c>.</summary>
    public static string ForSudo(uint user) =>
        Names.Value.GetValueOrDefault(user) ?? $"'#{user.ToString(System.Globalization.CultureInfo.InvariantCulture)}'";

    private static Dictionary<uint, string> Load()
    {
        var names = new Dictionary<uint, string>();
        try
        {
            foreach (var line in File.ReadLines("/etc/passwd"))
            {
                var fields = line.Split(':');
                if (fields.Length > 2 && uint.TryParse(fields[2], out var user)) names.TryAdd(user, fields[0]);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The numbers are shown instead.
        }

        return names;
    }
}
