using System.Runtime.Versioning;
using Unpause.Recorder.Files;

namespace Unpause.Recorder.Processes;

/// <summary>Whether we may look into a process and speak to it.</summary>
[SupportedOSPlatform("linux")]
internal static class ProcessAccess
{
    /// <summary>What forbids it; null when nothing does.</summary>
    public static Obstacle? Obstacle(ProcessView process)
    {
        if (process.IsZombie) return new Obstacle($"process {process.Id} has ended");
        if (process.MayLook) return null;
        if (FileCalls.OwnUser() == 0) return OfRoot(process);
        var owner = UserName.Of(process.UserId);
        return ProcessView.Of(Environment.ProcessId)?.UserId == process.UserId
            ? new Obstacle(
                $"process {process.Id} is protected although it is yours (it has changed its user or has capabilities)",
                "run unpause as root")
            : new Obstacle(
                $"process {process.Id} belongs to {owner}",
                $"run unpause as that user or as root: sudo -u {UserName.ForSudo(process.UserId)} unpause …");
    }

    /// <summary>Root's rights have been tried: what else is needed depends on what this root lacks.</summary>
    private static Obstacle OfRoot(ProcessView process) => OwnRights.MayTrace
        ? new Obstacle($"process {process.Id} is closed even to root here: a sandbox, a security module (SELinux, AppArmor, Yama) or "
            + "another user namespace keeps others from looking into it")
        : new Obstacle(
            $"process {process.Id} can't be looked into: this root lacks CAP_SYS_PTRACE",
            "give it that: docker run --cap-add SYS_PTRACE, kubectl debug --profile=sysadmin, or run unpause outside of the container");
}
