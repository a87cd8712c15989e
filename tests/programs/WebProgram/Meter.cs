using System.Diagnostics;
using System.Net.Sockets;

namespace WebProgram;

/// <summary>
/// Asks its own service without end over one connection and says every tenth of a second how many requests were served for
/// how much CPU time of the process, its own asking with it: <c>REQUESTS NANOSECONDS</c>.
/// </summary>
internal static class Meter
{
    public static void Run(Uri address, TextWriter output)
    {
        using var client = new TcpClient(address.Host, address.Port) { NoDelay = true };
        var stream = client.GetStream();
        var answer = new byte[4096];
        var started = Stopwatch.GetTimestamp();
        var cpu = Environment.CpuUsage.TotalTime;
        for (var requests = 0L; ;)
        {
            stream.Write("GET /plain HTTP/1.1\r\nHost: localhost\r\n\r\n"u8);
            ReadAnswer(stream, answer);
            requests++;
            if (Stopwatch.GetElapsedTime(started).TotalMilliseconds < 100) continue;
            var used = Environment.CpuUsage.TotalTime;
            output.WriteLine($"{requests} {(used - cpu).TotalNanoseconds:F0}");
            cpu = used;
            started = Stopwatch.GetTimestamp();
            requests = 0;
        }
    }

    /// <summary>The body is <c>ok</c>, in one piece or as a chunk.</summary>
    private static void ReadAnswer(NetworkStream stream, byte[] buffer)
    {
        var length = 0;
        do length += stream.Read(buffer, length, buffer.Length - length);
        while (!IsWhole(buffer.AsSpan(0, length)));
    }

    private static bool IsWhole(ReadOnlySpan<byte> answer) => answer.EndsWith("0\r\n\r\n"u8) || answer.EndsWith("\r\n\r\nok"u8);
}
