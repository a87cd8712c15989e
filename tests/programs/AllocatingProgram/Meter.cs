using System.Diagnostics;

namespace AllocatingProgram;

/// <summary>Works without end and says every quarter of a second how much was done: <c>ROUNDS NANOSECONDS</c>.</summary>
internal static class Meter
{
    private const int RoundsAtOnce = 5;

    public static void Run(string mode, TextWriter output)
    {
        var started = Stopwatch.GetTimestamp();
        for (var rounds = 0L; ;)
        {
            Workload.Run(mode, RoundsAtOnce, 1_000);
            rounds += RoundsAtOnce;
            var elapsed = Stopwatch.GetElapsedTime(started);
            if (elapsed.TotalMilliseconds < 250) continue;
            output.WriteLine($"{rounds} {elapsed.TotalNanoseconds:F0}");
            started = Stopwatch.GetTimestamp();
            rounds = 0;
        }
    }
}
