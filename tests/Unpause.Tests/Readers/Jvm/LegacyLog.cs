using System.Globalization;
using System.Text;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// Writes logs as JDK 8 does, from a seed, and knows their content. The lines are those of the corpus' logs with other numbers.
/// </summary>
internal sealed class LegacyLog
{
    private readonly StringBuilder _text = new();
    private readonly Random _random;
    private readonly bool _dates;
    private readonly DateTimeOffset _started;
    private long _heap = 20_000;
    private double _uptime;

    /// <param name="seed">Decides every number.</param>
    /// <param name="details">Whether collections take several lines (PrintGCDetails, PrintTenuringDistribution).</param>
    /// <param name="dates">Whether lines have a date before the uptime.</param>
    /// <param name="startedSeconds">When the JVM started, in seconds after an arbitrary moment.</param>
    /// <param name="collections">How many collections are written.</param>
    public LegacyLog(int seed, bool details, bool dates, double startedSeconds = 0, int collections = 60)
    {
        _random = new Random(seed);
        _dates = dates;
        _started = new DateTimeOffset(2016, 3, 22, 10, 2, 0, TimeSpan.FromHours(1)).AddSeconds(startedSeconds);
        for (var i = 0; i < collections; i++)
        {
            if (details) AddDetailed(i);
            else AddPlain(i);
        }
    }

    /// <summary>The log.</summary>
    public string Text => _text.ToString();

    /// <summary>What JDK 8 writes at the head of each part.</summary>
    public static string Head =>
        "OpenJDK 64-Bit Server VM (25.65-b01) for linux-amd64 JRE (1.8.0_65-b17), built on Oct  6 2015 15:36:46 by \"x\" with gcc 4.2.1\n"
        + "Memory: 4k page, physical 16777216k(101772k free), swap 0k(0k free)\nCommandLine flags: -XX:+PrintGC -XX:+UseG1GC \n";

    /// <summary>The length of every pause, in nanoseconds.</summary>
    public List<long> Pauses { get; } = [];

    /// <summary>When each began, in nanoseconds since the JVM's start.</summary>
    public List<long> Starts { get; } = [];

    /// <summary>The length of every stop, in nanoseconds.</summary>
    public List<long> Stops { get; } = [];

    /// <summary>The lines with the wall time of the timestamp that each follows.</summary>
    public List<(double At, string Line)> Lines { get; } = [];

    private void AddPlain(int i)
    {
        var full = i % 13 == 12;
        var (stamp, seconds) = Next(full ? 0.2 : 0.01);
        var (before, after) = Heap(full);
        Add(full
            ? $"{stamp}[Full GC (Ergonomics)  {before}K->{after}K(251392K), {seconds} secs]"
            : $"{stamp}[GC (Allocation Failure)  {before}K->{after}K(251392K), {seconds} secs]");
    }

    private void AddDetailed(int i)
    {
        if (i % 17 == 16)
        {
            AddPlain(12);
            return;
        }

        var (stamp, seconds) = Next(0.02);
        var (before, after) = Heap(full: false);
        Add($"{stamp}[GC pause (G1 Evacuation Pause) ({(i % 5 == 4 ? "mixed" : "young")})");
        Add($"Desired survivor size 1048576 bytes, new threshold {1 + _random.Next(15)} (max 15)");
        Add($"- age   1:     {_random.Next(1_000_000)} bytes,     1000000 total");
        Add($", {seconds} secs]");
        Add($"   [Object Copy (ms): Min: 13.0, Avg: {_random.Next(99)}.5, Max: 14.0, Diff: 1.0, Sum: 27.0]");
        Add($"   [Eden: 24.0M(24.0M)->0.0B(20.0M) Survivors: 0.0B->3072.0K Heap: {before}.0K(64.0M)->{after}.0K(64.0M)]");
        Add(" [Times: user=0.03 sys=0.01, real=0.02 secs] ");
        var stop = _random.Next(100_000, 30_000_000) / 100 * 100;
        _uptime += 0.03;
        Add($"{Stamp()}Total time for which application threads were stopped: {Seconds(stop)} seconds, Stopping "
            + "threads took: 0.0000250 seconds");
        Stops.Add(stop);
    }

    private (string Stamp, string Seconds) Next(double most)
    {
        _uptime += 0.3 + _random.NextDouble();
        var nanoseconds = (long)(_random.NextDouble() * most * 1e7) * 100;
        Pauses.Add(nanoseconds);
        Starts.Add((long)Math.Round(_uptime * 1e3) * 1_000_000);
        return (Stamp(), Seconds(nanoseconds));
    }

    private (long Before, long After) Heap(bool full)
    {
        var before = _heap + _random.Next(10_000, 60_000);
        _heap = full ? 20_000 : Math.Min(before - 1000, 150_000);
        return (before, _heap);
    }

    private string Stamp()
    {
        var uptime = Math.Round(_uptime, 3);
        var date = _started.AddSeconds(uptime).ToString("yyyy-MM-ddTHH:mm:ss.fffzzz", CultureInfo.InvariantCulture);
        return string.Create(CultureInfo.InvariantCulture, $"{(_dates ? date.Remove(date.Length - 3, 1) + ": " : "")}{uptime:0.000}: ");
    }

    private void Add(string line)
    {
        _text.Append(line).Append('\n');
        Lines.Add(((_started - DateTimeOffset.UnixEpoch).TotalSeconds + _uptime, line));
    }

    private static string Seconds(long nanoseconds) => (nanoseconds / 1e9).ToString("0.0000000", CultureInfo.InvariantCulture);
}
