using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Which safepoint operations are the collector's. Source: <c>vmOperation.hpp</c> and the collectors'
/// <c>*VMOperations.hpp</c> of JDK 8-25. An operation that no row names is taken as another one (biased locks, deoptimisation, dumps …).
/// </summary>
internal static class SafepointOperations
{
    private static readonly (string Start, string Versions)[] Collecting =
    [
        ("G1", "8-25"),
        (JvmStops.ConcurrentMark, "8-13, G1"),
        ("CollectFor", "8-25"),
        ("GenCollect", "8-23, Serial and CMS"),
        ("SerialGC", "24-25"),
        ("SerialCollect", "24-25"),
        ("ParallelGC", "8-25"),
        ("ParallelCollect", "24-25"),
        ("CMS_", "8-13"),
        ("ZMark", "11-25"),
        ("ZRelocate", "11-25"),
        ("ZVerify", "11-25"),
        ("ZOperation", "11-14"),
        ("XMark", "21-23, ZGC not generational"),
        ("XRelocate", "21-23, ZGC not generational"),
        ("XVerify", "21-23, ZGC not generational"),
        (JvmCollectors.Shenandoah, "11-25"),
        ("IncCollect", "7-8"),
    ];

    /// <summary>Whether an operation is the collector's work.</summary>
    public static bool IsForCollection(string operation)
    {
        foreach (var (start, _) in Collecting)
        {
            if (operation.StartsWith(start, StringComparison.Ordinal)) return true;
        }

        return false;
    }
}
