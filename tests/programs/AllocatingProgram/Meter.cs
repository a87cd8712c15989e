using System.Diagnostics;

namespace AllocatingProgram;

/// <summary>
/// Works without end and says every tenth of a second how much was done for how much CPU time of the process: <c>ROUNDS NANOSECONDS</c>.
/// </summary>
internal static class Meter
{
    private const int RoundsAtOnce = 5;

    public static void Run(string mode, TextWriter output)
    {
        var started = Stopwatch.GetTimestamp();
        var cpu = Environment.CpuUsage.TotalTime;
        for (var rounds = 0L; ;)
        {
            Workload.Run(mode, RoundsAtOnce, 1_000);
            rounds += RoundsAtOnce;
            if (Stopwatch.GetElapsedTime(started).TotalMilliseconds < 100) continue;
            var used = Environment.CpuUsage.TotalTime;
            output.WriteLine($"{rounds} {(used - cpu).TotalNanoseconds:F0}");
            cpu = used;
            started = Stopwatch.GetTimestamp();
            rounds = 0;
        }
    }
}
