namespace Unpause.Recorder.Probes;

/// <summary>Whether the kernel allows probes in programs, and otherwise what is missing. Adds no probe.</summary>
[SupportedOSPlatform("linux")]
internal static class UprobeRights
{
    private const string Devices = "/sys/bus/event_source/devices", TypeFile = $"{Devices}/uprobe/type";
    private const int NotPermitted = 1, AccessDenied = 13, NotImplemented = 38;

    // include/uapi/linux/capability.h; CAP_PERFMON exists since Linux 5.8.
    private const int AdministratorCapability = 21, MonitorCapability = 38;

    /// <summary>The type of uprobes among the kernel's event sources; null where there is none, or it is unknown.</summary>
    public static uint? Type()
    {
        try
        {
            return uint.TryParse(File.ReadAllText(TypeFile).AsSpan().Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var type)
                ? type
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>What Go's probes record, for messages.</summary>
    public const string Stops = "stop-the-world pauses";

    /// <summary>What is missing; null when nothing is.</summary>
    /// <param name="seen">What the probes are to record, as in <see cref="Stops"/>.</param>
    public static Obstacle? Obstacle(string seen)
    {
        if (Type() is not { } type)
        {
            return Directory.Exists(Devices)
                ? new Obstacle("this kernel has no uprobes (CONFIG_UPROBE_EVENTS, CONFIG_PERF_EVENTS)", "use a kernel that has them")
                : new Obstacle("/sys, which describes the kernel's uprobes, is not mounted here", "mount it, or run unpause on the host");
        }

        if (OnlineProcessors.Numbers() is not [var processor, ..])
            return new Obstacle("/sys/devices/system/cpu/online, the kernel's list of CPUs, can't be read", "mount /sys");
        // The kernel checks rights before the path (kernel/events/core.c, perf_uprobe_event_init), and an empty path is no file.
        var error = PerfEvent.OpenProbe(processor, type, [], 0);
        return error switch { -NotPermitted or -AccessDenied => Refused(seen), -NotImplemented => WithoutEvents, _ => null };
    }

    /// <summary>The meaning of an error of a probe when rights were sufficient.</summary>
    /// <param name="error">Its number; 0 when there are too many CPUs.</param>
    /// <param name="seen">What the probe was to record.</param>
    public static Obstacle AfterError(int error, string seen) => error switch
    {
        0 => new Obstacle("this machine has too many CPUs: the probes would be too many"),
        NotPermitted or AccessDenied => Refused(seen),
        _ => new Obstacle($"the kernel refuses probes in it: {System.Runtime.InteropServices.Marshal.GetPInvokeErrorMessage(error)}"),
    };

    /// <summary>What is missing when the kernel refuses.</summary>
    internal static Obstacle Refused(ulong? capabilities, string seen) =>
        capabilities is { } own && (own >> AdministratorCapability & 1) == 0
            ? new Obstacle(
                (own >> MonitorCapability & 1) == 0
                    ? $"recording {seen} requires CAP_PERFMON (Linux 5.8 and later) or CAP_SYS_ADMIN; unpause has neither"
                    : $"recording {seen} requires CAP_SYS_ADMIN here: with CAP_PERFMON alone the kernel (seen on 6.18) or the container "
                        + "refuses probes",
                "run unpause as root: sudo unpause record PID (in a container: docker run --pid host --cap-add SYS_ADMIN "
                + "--cap-add SYS_PTRACE, or kubectl debug --profile=sysadmin)")
            : new Obstacle(
                $"the kernel refuses perf_event_open, which records {seen}, although unpause has CAP_SYS_ADMIN: a seccomp profile of "
                + "the container, a user namespace or the kernel's lockdown forbids it",
                "run unpause on the host (or its container with --security-opt seccomp=unconfined)");

    private static Obstacle WithoutEvents => new("this kernel has no perf events (CONFIG_PERF_EVENTS)", "use a kernel that has them");

    private static Obstacle Refused(string seen) => Refused(OwnRights.Capabilities("CapEff:"), seen);
}
