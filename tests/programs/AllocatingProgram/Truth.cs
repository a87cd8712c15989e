namespace AllocatingProgram;

/// <summary>The runtime's own counters.</summary>
internal static class Truth
{
    /// <summary>Waits until no background collection runs, then writes the counters on one line of <c>name=value</c> pairs.</summary>
    public static void Print(TextWriter output)
    {
        Settle();
        int gen0 = GC.CollectionCount(0), gen1 = GC.CollectionCount(1), gen2 = GC.CollectionCount(2);
        var pause = GC.GetTotalPauseDuration();
        var allocated = GC.GetTotalAllocatedBytes(precise: false);
        output.WriteLine(
            $"gen0={gen0} gen1={gen1} gen2={gen2} pause_us={pause.TotalMicroseconds:F0} allocated={allocated} "
            + $"server={System.Runtime.GCSettings.IsServerGC}");
    }

    private static void Settle()
    {
        // A background collection that still runs will add its second pause: its total stays the same for a while
        // only when there is none.
        var last = TimeSpan.MinValue;
        for (var quiet = 0; quiet < 3;)
        {
            Thread.Sleep(100);
            var now = GC.GetTotalPauseDuration();
            quiet = now == last ? quiet + 1 : 0;
            last = now;
        }
    }
}
