using System.Runtime.Versioning;

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
        var owner = UserName.Of(process.UserId);
        return ProcessView.Of(Environment.ProcessId)?.UserId == process.UserId
            ? new Obstacle(
                $"process {process.Id} is protected although it is yours (it has changed its user or has capabilities)",
                "run unpause as root")
            : new Obstacle(
                $"process {process.Id} belongs to {owner}",
                $"run unpause as that user or as root: sudo -u {UserName.ForSudo(process.UserId)} unpause …");
    }
}
