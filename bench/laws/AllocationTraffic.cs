using System.Runtime.CompilerServices;

namespace Unpause.Bench.Laws;

/// <summary>The most that one thread can allocate a second of processor time, when nothing survives and when some does.</summary>
internal static class AllocationTraffic
{
    private const double Gibi = 1 << 30;
    private static readonly int[] Sizes = [100, 1_000, 10_000, 80_000];

    public static IEnumerable<string> Rows(bool isShort)
    {
        foreach (var size in Sizes)
        {
            yield return $"| greatest traffic, arrays of {size:N0} B that die at once | "
                + $"{Traffic(size, 0, isShort).Text("0.0", "GiB/s")} | about 2 GiB/s |";
        }

        yield return $"| the same with 100,000 arrays of 1,000 B kept, each for 100,000 allocations | "
            + $"{Traffic(1_000, 100_000, isShort).Text("0.00", "GiB/s")} | about 2 GiB/s |";
    }

    private static Spread Traffic(int size, int kept, bool isShort)
    {
        var ring = new byte[Math.Max(1, kept)][];
        var rounds = new List<double>();
        var seconds = isShort ? 0.1 : 0.5;
        for (var round = 0; round < 6; round++)
        {
            var (start, bytes) = (Environment.CpuUsage.TotalTime, 0L);
            for (var i = 0; Environment.CpuUsage.TotalTime - start < TimeSpan.FromSeconds(seconds); i++) bytes += Fill(ring, size);
            // The first is compiled while it runs.
            if (round > 0) rounds.Add(bytes / Gibi / (Environment.CpuUsage.TotalTime - start).TotalSeconds);
        }

        return new(rounds);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Fill(byte[][] ring, int size)
    {
        for (var i = 0; i < 100_000; i += Math.Max(1, size / 1_000)) ring[i % ring.Length] = new byte[size];
        return 100_000L / Math.Max(1, size / 1_000) * size;
    }
}
