namespace Unpause.Recordings.Words;

/// <summary>Names of G1's phases (<see cref="Phase.Name"/>) that rules ask for.</summary>
public static class JvmPhases
{
    /// <summary>Survivors are copied.</summary>
    public const string ObjectCopy = "Object Copy";

    /// <summary>Remembered sets are merged (JDK 14 and later).</summary>
    internal const string MergeHeapRoots = "Merge Heap Roots";

    /// <summary>What remembered sets name is scanned (JDK 14 and later).</summary>
    internal const string ScanHeapRoots = "Scan Heap Roots";

    /// <summary>Remembered sets are brought up to date (up to JDK 13).</summary>
    internal const string UpdateRememberedSets = "Update RS";
}
