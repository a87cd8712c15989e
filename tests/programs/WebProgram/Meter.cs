using System.Diagnostics;

namespace WebProgram;

/// <summary>
/// Asks its own service without end over one connection and says every tenth of a second how many requests were served for
/// how much CPU time of the process, its own asking with it: <c>REQUESTS NANOSECONDS</c>.
/// </summary>
internal static class Meter
{
    public static void Run(Uri address, TextWriter output)
    {
        using var connection = new Connection(address, "GET /plain");
        var started = Stopwatch.GetTimestamp();
        var cpu = Environment.CpuUsage.TotalTime;
        for (var requests = 0L; ;)
        {
            connection.Ask();
            requests++;
            if (Stopwatch.GetElapsedTime(started).TotalMilliseconds < 100) continue;
            var used = Environment.CpuUsage.TotalTime;
            output.WriteLine($"{requests} {(used - cpu).TotalNanoseconds:F0}");
            cpu = used;
            started = Stopwatch.GetTimestamp();
            requests = 0;
        }
    }

    /// <summary>
    /// Asks so often and stops. The first quarter warms up; of the rest it says the CPU time of the process and the requests'
    /// 99th percentile, in microseconds: <c>work_us=… p99_us=…</c>.
    /// </summary>
    public static void Run(Uri address, string request, int requests, TextWriter output)
    {
        using var connection = new Connection(address, request);
        for (var i = 0; i < requests / 4; i++) connection.Ask();
        var times = new double[requests - (requests / 4)];
        var cpu = Environment.CpuUsage.TotalTime;
        for (var i = 0; i < times.Length; i++)
        {
            var started = Stopwatch.GetTimestamp();
            connection.Ask();
            times[i] = Stopwatch.GetElapsedTime(started).TotalMicroseconds;
        }

        var used = Environment.CpuUsage.TotalTime - cpu;
        Array.Sort(times);
        output.WriteLine($"work_us={used.TotalMicroseconds:F0} p99_us={times[times.Length * 99 / 100]:F0}");
    }
}
