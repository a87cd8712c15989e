namespace Unpause.Recordings.Readers.Jvm.Monitors;

/// <summary>A collector as monitoring calls it: a GarbageCollectorMXBean of HotSpot, or a short word of Elasticsearch or airlift.</summary>
/// <param name="Name">How the text begins.</param>
/// <param name="Generation">What it collects, a word of the contract.</param>
/// <param name="Runs">What the length of its runs is: pauses, or the whole of a concurrent cycle.</param>
internal sealed record MonitoredPool(string Name, string? Generation, PoolRuns Runs = PoolRuns.Pauses)
{
    // Source: OpenJDK, src/hotspot/share/services/memoryManager.cpp and the collectors' own; Elasticsearch, GcNames.java.
    private static readonly (byte[] Text, MonitoredPool Pool)[] Table =
    [
        .. new MonitoredPool[]
        {
            new("G1 Young Generation", Generations.Young),
            new("G1 Old Generation", Generations.Full),
            new("G1 Concurrent GC", Generations.Old),
            new("ParNew", Generations.Young),
            new("PS Scavenge", Generations.Young),
            new("Copy", Generations.Young),
            new("ConcurrentMarkSweep", Generations.Old, PoolRuns.PausesOrCycles),
            new("PS MarkSweep", Generations.Full),
            new("MarkSweepCompact", Generations.Full),
            new("ZGC Minor Pauses", Generations.Young),
            new("ZGC Major Pauses", Generations.Old),
            new("ZGC Pauses", Generations.Old),
            new("ZGC Minor Cycles", Generations.Young, PoolRuns.Cycles),
            new("ZGC Major Cycles", Generations.Old, PoolRuns.Cycles),
            new("ZGC Cycles", Generations.Old, PoolRuns.Cycles),
            new("ZGC", Generations.Old, PoolRuns.Cycles),
            new("Shenandoah Pauses", Generations.Old),
            new("Shenandoah Cycles", Generations.Old, PoolRuns.Cycles),
            new("young", Generations.Young),
            new("old", Generations.Old),
            new("Minor GC", Generations.Young),
            new("Major GC", Generations.Full),
        }.Select(pool => (System.Text.Encoding.ASCII.GetBytes(pool.Name), pool)),
    ];

    /// <summary>The collector whose name a text begins with; null for an unknown one.</summary>
    public static MonitoredPool? Find(ReadOnlySpan<byte> text)
    {
        foreach (var (name, pool) in Table)
        {
            if (text.StartsWith(name) && (text.Length == name.Length || !char.IsAsciiLetterOrDigit((char)text[name.Length]))) return pool;
        }

        return null;
    }
}

/// <summary>What the time of a collector's bean counts.</summary>
internal enum PoolRuns
{
    /// <summary>Pauses.</summary>
    Pauses,

    /// <summary>CMS: added up by the JVM its pauses; as a notification the cycle from its beginning to its end.</summary>
    PausesOrCycles,

    /// <summary>Concurrent cycles, most of whose time the application runs.</summary>
    Cycles,
}
