using System.Diagnostics;

namespace AllocatingProgram;

/// <summary>
/// Works without end and says every tenth of a second how much was done for how much CPU time of the process: <c>ROUNDS NANOSECONDS</c>.
/// </summary>
internal static class Meter
{
    private const int RoundsAtOnce = 5, OldObjects = 1_000;

    public static void Run(string mode, TextWriter output)
    {
        var started = Stopwatch.GetTimestamp();
        var cpu = Environment.CpuUsage.TotalTime;
        for (var rounds = 0L; ;)
        {
            Workload.Run(mode, RoundsAtOnce, OldObjects);
            rounds += RoundsAtOnce;
            if (Stopwatch.GetElapsedTime(started).TotalMilliseconds < 100) continue;
            var used = Environment.CpuUsage.TotalTime;
            output.WriteLine($"{rounds} {(used - cpu).TotalNanoseconds:F0}");
            cpu = used;
            started = Stopwatch.GetTimestamp();
            rounds = 0;
        }
    }

    /// <summary>
    /// Works for so many rounds. The first quarter warms up; of the rest it says the CPU time of the process, in microseconds:
    /// <c>work_us=…</c>.
    /// </summary>
    public static void Run(string mode, int rounds, TextWriter output)
    {
        Workload.Run(mode, rounds / 4, OldObjects);
        var cpu = Environment.CpuUsage.TotalTime;
        Workload.Run(mode, rounds - (rounds / 4), OldObjects);
        output.WriteLine($"work_us={(Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds:F0}");
    }
}
