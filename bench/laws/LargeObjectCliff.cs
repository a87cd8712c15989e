using System.Runtime.CompilerServices;

namespace Unpause.Bench.Laws;

/// <summary>What an array costs just below and just above 85,000 bytes, in pairs of short rounds.</summary>
internal static class LargeObjectCliff
{
    private const int Below = 84_900, Above = 85_000;

    public static IEnumerable<string> Rows(bool isShort)
    {
        var (below, above, ratio) = (new List<double>(), new List<double>(), new List<double>());
        for (var round = 0; round < (isShort ? 6 : 21); round++)
        {
            var (small, large) = (Microseconds(Below), Microseconds(Above));
            if (round == 0) continue;
            below.Add(small);
            above.Add(large);
            ratio.Add(large / small);
        }

        yield return $"| an array of 84,900 bytes | {new Spread(below).Text("0.0", "µs")} | 4.2 µs |";
        yield return $"| an array of 85,000 bytes | {new Spread(above).Text("0.0", "µs")} | 40.8 µs |";
        yield return $"| the cliff: 85,000 ÷ 84,900 bytes | {new Spread(ratio).Text("0.0", "times")} | 9.7 |";
        yield return $"| generation of a new array of 84,900 and of 85,000 bytes | {Generation(Below)} and {Generation(Above)} | 0 and 2 |";
    }

    private static int Generation(int length) => GC.GetGeneration(new byte[length]);

    private static double Microseconds(int length)
    {
        const int count = 4_000;
        var start = Environment.CpuUsage.TotalTime;
        for (var i = 0; i < count; i++) Keep(new byte[length]);
        return (Environment.CpuUsage.TotalTime - start).TotalMicroseconds / count;
    }

    // Without a call that might keep it, the JIT allocates nothing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Keep(byte[] array) => array.Length;
}
