using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// The collectors' names in flight recordings (<c>gcName.hpp</c> of JDK 11-25): what they collect, and how. Two names make
/// up a JVM's collector, one for each generation.
/// </summary>
internal static class JfrCollectors
{
    private static readonly (string Name, string Collector, string Generation, CollectionKind Kind, string Versions)[] Table =
    [
        ("G1New", "G1", Generations.Young, CollectionKind.Blocking, "11-25"),
        ("G1Old", "G1", Generations.Old, CollectionKind.Background, "11-25"),
        ("G1Full", "G1", Generations.Full, CollectionKind.Blocking, "11-25"),
        ("ParallelScavenge", JvmCollectors.Parallel, Generations.Young, CollectionKind.Blocking, "11-25"),
        ("ParallelOld", JvmCollectors.Parallel, Generations.Full, CollectionKind.Blocking, "11-25"),
        ("PSMarkSweep", JvmCollectors.Parallel, Generations.Full, CollectionKind.Blocking, "11-14"),
        ("DefNew", "Serial", Generations.Young, CollectionKind.Blocking, "11-25"),
        ("SerialOld", "Serial", Generations.Full, CollectionKind.Blocking, "11-25"),
        ("ParNew", "CMS", Generations.Young, CollectionKind.Blocking, "11-13"),
        ("ConcurrentMarkSweep", "CMS", Generations.Old, CollectionKind.Background, "11-13"),
        ("Z", "ZGC", Generations.Old, CollectionKind.Background, "11-22"),
        ("ZGC Minor", "ZGC", Generations.Young, CollectionKind.Background, "21-25"),
        ("ZGC Major", "ZGC", Generations.Old, CollectionKind.Background, "21-25"),
        ("ZGCMinor", "ZGC", Generations.Young, CollectionKind.Background, "21-25"),
        ("ZGCMajor", "ZGC", Generations.Old, CollectionKind.Background, "21-25"),
        (JvmCollectors.Shenandoah, JvmCollectors.Shenandoah, Generations.Old, CollectionKind.Background, "12-25"),
    ];

    /// <summary>The generation and kind of a collection; null for a name that no known version has.</summary>
    public static (string? Generation, CollectionKind Kind) Of(string? name)
    {
        foreach (var row in Table)
        {
            if (row.Name == name) return (row.Generation, row.Kind);
        }

        return (null, CollectionKind.Blocking);
    }

    /// <summary>The JVM's collector.</summary>
    /// <param name="young">The name of the young generation's collector; null or N/A where there is none.</param>
    /// <param name="old">The name of the old generation's.</param>
    public static string? Named(string? young, string? old)
    {
        foreach (var row in Table)
        {
            if (row.Name == young) return row.Collector;
        }

        foreach (var row in Table)
        {
            if (row.Name == old) return row.Collector;
        }

        return old ?? young;
    }
}
