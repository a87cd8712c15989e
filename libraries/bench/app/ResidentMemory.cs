using System.Globalization;

namespace Unpause.Bench.App;

/// <summary>The kernel's count of this process's memory (proc(5)).</summary>
internal static class ResidentMemory
{
    /// <summary>Resets the peak to the current resident memory.</summary>
    internal static void ResetPeak() => File.WriteAllText("/proc/self/clear_refs", "5");

    internal static long NowBytes => Read("VmRSS:");

    internal static long PeakBytes => Read("VmHWM:");

    private static long Read(string name)
    {
        var line = File.ReadLines("/proc/self/status").First(line => line.StartsWith(name, StringComparison.Ordinal));
        return long.Parse(line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) << 10;
    }
}
