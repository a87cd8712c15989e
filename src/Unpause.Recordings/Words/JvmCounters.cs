namespace Unpause.Recordings.Words;

/// <summary>Names of counters of JVM recordings that rules use; others have the names that HotSpot prints.</summary>
public static class JvmCounters
{
    /// <summary>The age at which survivors are promoted: the value is the new threshold, the sum the greatest possible.</summary>
    public const string TenuringThreshold = "Tenuring threshold";

    /// <summary>ZGC: the age at which survivors are promoted, chosen anew for each young collection.</summary>
    public const string ComputedTenuringThreshold = "Computed tenuring threshold";

    /// <summary>G1: bytes in use in the old generation from which on a concurrent marking is begun.</summary>
    public const string MarkingThresholdBytes = "Marking threshold bytes";

    /// <summary>
    /// ZGC: the most threads that waited for memory at one of four moments of a collection; the sum is over all four.
    /// </summary>
    public const string WaitingThreads = "Threads waiting for memory";

    /// <summary>Survivors above this size, in bytes, lower the threshold.</summary>
    public const string DesiredSurvivorBytes = "Desired survivor bytes";
}
