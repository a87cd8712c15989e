namespace Unpause.Bench.Laws;

/// <summary>How long a blocking collection of the whole heap takes for each GiB that survives, and whether dead objects matter.</summary>
internal static class PausePerGibibyte
{
    private const int Mebi = 1 << 20;
    private const int Gibi = 1 << 30;
    private static readonly int[] Sizes = [32, 100, 1_000, 10_000];

    public static IEnumerable<string> Rows(bool isShort)
    {
        foreach (var size in Sizes)
        {
            var (slope, largest) = Slope(size, isShort);
            yield return $"| pause per GiB of survivors, objects of {size:N0} B | {slope.Text("0.00", "s")}; {largest:0} ms at "
                + $"{Most(isShort)} MiB | 0.2 to 0.5 s |";
        }

        var (alone, beside) = BesideGarbage(isShort);
        yield return $"| the same survivors beside 4 times as much garbage | {beside / alone:0.00} times the pause "
            + "| 1: whatever the process size |";
    }

    private static int Most(bool isShort) => isShort ? 128 : 512;

    /// <summary>From the smallest heap to the largest, several times over.</summary>
    private static (Spread Slope, double LargestMilliseconds) Slope(int size, bool isShort)
    {
        var (least, most) = (Most(isShort) / 4, Most(isShort));
        var slopes = new List<double>();
        var largest = 0.0;
        for (var round = 0; round < (isShort ? 1 : 3); round++)
        {
            var small = Pause(least, size, 0);
            var large = Pause(most, size, 0);
            slopes.Add((large - small) / ((double)(most - least) * Mebi / Gibi));
            largest = large;
        }

        return (new(slopes), largest * 1e3);
    }

    private static (double Alone, double Beside) BesideGarbage(bool isShort)
    {
        var live = Most(isShort) / 4;
        return (Pause(live, 100, 0), Pause(live, 100, 4 * live));
    }

    /// <summary>The median of some full collections, in seconds; garbage is there at the first alone.</summary>
    private static double Pause(int liveMebibytes, int size, int garbageMebibytes)
    {
        var live = Tree.Of(liveMebibytes, size);
        var pauses = new List<double>();
        for (var i = 0; i < 5; i++)
        {
            var garbage = garbageMebibytes > 0 ? Tree.Of(garbageMebibytes, size) : null;
            // Both are old when the measured collection comes.
            if (garbage is not null) GC.Collect(1);
            GC.KeepAlive(garbage);
            garbage = null;
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: false);
            pauses.Add(GC.GetGCMemoryInfo(GCKind.FullBlocking).PauseDurations[0].TotalSeconds);
        }

        GC.KeepAlive(live);
        return new Spread(pauses).Median;
    }
}
