namespace Unpause.Recordings.Words;

/// <summary>
/// HotSpot's flags that more than one room needs: as <see cref="Source.Settings"/> has them, and on command lines behind <c>-XX:</c>.
/// </summary>
public static class JvmFlagNames
{
    /// <summary>The heap's size at the start.</summary>
    public const string InitialHeapSize = "InitialHeapSize";

    /// <summary>The heap's greatest size.</summary>
    public const string MaxHeapSize = "MaxHeapSize";

    /// <summary>The young generation's greatest size.</summary>
    public const string MaxNewSize = "MaxNewSize";

    /// <summary>The size of G1's regions.</summary>
    public const string RegionSize = "G1HeapRegionSize";

    /// <summary>Chooses the Serial collector.</summary>
    public const string UseSerial = "UseSerialGC";

    /// <summary>Chooses the Parallel collector.</summary>
    public const string UseParallel = "UseParallelGC";

    public const string UseConcurrentMarkSweep = "UseConcMarkSweepGC";
}
