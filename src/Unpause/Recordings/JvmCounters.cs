namespace Unpause.Recordings;

/// <summary>Names of counters of JVM recordings that rules ask for; others have the names that HotSpot prints.</summary>
public static class JvmCounters
{
    /// <summary>The age at which survivors are promoted: the value is the new threshold, the sum the greatest possible.</summary>
    public const string TenuringThreshold = "Tenuring threshold";

    /// <summary>Survivors above this size, in bytes, lower the threshold.</summary>
    public const string DesiredSurvivorBytes = "Desired survivor bytes";
}
