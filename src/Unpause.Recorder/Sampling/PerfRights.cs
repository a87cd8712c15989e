using System.Globalization;
using System.Runtime.Versioning;

namespace Unpause.Recorder.Sampling;

/// <summary>What the kernel allows perf to do for unpause, and advice if it is not allowed.</summary>
[SupportedOSPlatform("linux")]
internal static class PerfRights
{
    private const int SysAdmin = 21, PerfMonitor = 38;
    private const string Setting = "/proc/sys/kernel/perf_event_paranoid";

    public static Obstacle NotInstalled => new(
        "CPU samples require perf, which is not installed",
        "apt-get install linux-perf (Debian), apt-get install linux-tools-$(uname -r) (Ubuntu), or dnf install perf (Fedora)");

    /// <summary>Whether stacks may contain kernel frames.</summary>
    public static bool SeesKernel => IsAllowedAll || Paranoia is null or <= 1;

    /// <summary>What is missing otherwise.</summary>
    public static string NoKernelFrames =>
        "Stacks of CPU samples have no kernel frames, so page faults and NUMA migration are not visible: run as root, or "
        + "sudo sysctl kernel.perf_event_paranoid=1";

    private static bool IsAllowedAll => OwnRights.Capabilities("CapEff:") is { } set && ((set >> SysAdmin | set >> PerfMonitor) & 1) != 0;

    /// <summary>kernel.perf_event_paranoid; null when unknown.</summary>
    private static int? Paranoia
    {
        get
        {
            try
            {
                var text = File.ReadAllText(Setting).Trim();
                return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var level) ? level : null;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }
    }

    /// <summary>perf was started and did not begin to sample.</summary>
    /// <param name="said">Its message, as the end of a sentence; may be empty.</param>
    public static Obstacle Refused(string said) => !IsAllowedAll && Paranoia > 2
        ? new Obstacle(
            $"only root may take CPU samples (kernel.perf_event_paranoid is {Paranoia})",
            "run unpause as root, or sudo sysctl kernel.perf_event_paranoid=2")
        : new Obstacle(
            $"perf can't sample here{said}",
            "check that perf record -e cpu-clock -g -- true works; it requires perf 5.10 or later, and CAP_PERFMON in a container");
}
