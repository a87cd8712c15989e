using System.Runtime.InteropServices;

namespace Unpause.Bench.Attribution;

/// <summary>
/// Files of 64-bit little-endian nanoseconds: requests in the order in which a log has them (by completion), and
/// disjoint pauses. A service with four workers under half load, a pause of 5 ms on average every 250 ms.
/// </summary>
internal static class Workload
{
    private const double MeanNeed = 2e6;
    private const double MeanGap = 1e6;
    private const double MeanPause = 5e6;

    public static void Generate(string folder, int requests, int pauses)
    {
        Directory.CreateDirectory(folder);
        var random = new Random(4711);
        var length = requests * MeanGap;
        var (pauseStarts, pauseLengths) = Pauses(random, pauses, length);
        var (starts, durations) = Requests(random, requests, pauseStarts, pauseLengths);
        var ends = new long[requests];
        var order = new int[requests];
        for (var i = 0; i < requests; i++) (ends[i], order[i]) = (starts[i] + durations[i], i);
        Array.Sort(ends, order);
        Write(folder, "starts", Array.ConvertAll(order, i => starts[i]));
        Write(folder, "durations", Array.ConvertAll(order, i => durations[i]));
        Write(folder, "pause_starts", pauseStarts);
        Write(folder, "pause_lengths", pauseLengths);
    }

    public static long[] Read(string folder, string name)
    {
        using var file = File.OpenRead(Path.Combine(folder, name));
        var values = new long[file.Length / sizeof(long)];
        file.ReadExactly(MemoryMarshal.AsBytes(values.AsSpan()));
        return values;
    }

    private static (long[] Starts, long[] Lengths) Pauses(Random random, int count, double length)
    {
        var (starts, lengths) = (new long[count], new long[count]);
        var gap = (length / count) - MeanPause;
        double at = 0;
        for (var i = 0; i < count; i++)
        {
            at += Exponential(random, gap);
            lengths[i] = 1000 + (long)Exponential(random, MeanPause);
            starts[i] = (long)at;
            at += lengths[i];
        }

        return (starts, lengths);
    }

    /// <summary>Four workers, in order of arrival, stopped by every pause.</summary>
    private static (long[] Starts, long[] Durations) Requests(Random random, int count, long[] pauseStarts, long[] pauseLengths)
    {
        var (starts, durations) = (new long[count], new long[count]);
        var free = new double[4];
        double arrival = 0;
        var pause = 0;
        for (var i = 0; i < count; i++)
        {
            arrival += Exponential(random, MeanGap);
            var worker = Array.IndexOf(free, free.Min());
            var now = Math.Max(arrival, free[worker]);
            var left = Exponential(random, MeanNeed);
            while (pause > 0 && pauseStarts[pause - 1] + pauseLengths[pause - 1] > now) pause--;
            while (pause < pauseStarts.Length && pauseStarts[pause] + pauseLengths[pause] <= now) pause++;
            for (var p = pause; left > 0; p++)
            {
                if (p < pauseStarts.Length && pauseStarts[p] <= now)
                {
                    now = pauseStarts[p] + pauseLengths[p];
                    continue;
                }

                var until = p < pauseStarts.Length ? Math.Min(now + left, pauseStarts[p]) : now + left;
                left = until == now + left ? 0 : left - (until - now);
                now = left > 0 ? pauseStarts[p] + pauseLengths[p] : until;
            }

            free[worker] = now;
            starts[i] = (long)arrival;
            durations[i] = (long)(now - arrival);
        }

        return (starts, durations);
    }

    private static double Exponential(Random random, double mean) => -Math.Log(1 - random.NextDouble()) * mean;

    private static void Write(string folder, string name, long[] values) =>
        File.WriteAllBytes(Path.Combine(folder, name), MemoryMarshal.AsBytes<long>(values));
}
