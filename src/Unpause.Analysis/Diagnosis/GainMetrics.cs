namespace Unpause.Diagnosis;

/// <summary>What a gain can be told of. Each name says in which direction better is; the first three are names of budgets, too.</summary>
internal static class GainMetrics
{
    /// <summary>Share of the time outside pauses; a gain is percent points more of it.</summary>
    public const string Throughput = "throughput";

    /// <summary>All pauses together; a gain is milliseconds less.</summary>
    public const string TotalPause = "total_pause";

    /// <summary>The longest pause; a gain is milliseconds less.</summary>
    public const string MaxPause = "max_pause";

    /// <summary>The number of collections; a gain is so many fewer.</summary>
    public const string Collections = "collections";

    /// <summary>All stops together, time to safepoint included; a gain is milliseconds less.</summary>
    public const string TotalStop = "total_stop";

    /// <summary>Waits of single threads to allocate, added up over the threads; a gain is milliseconds less.</summary>
    public const string TotalStall = "total_stall";

    /// <summary>Memory that the heap holds; a gain is bytes less.</summary>
    public const string HeldHeap = "held_heap";

    /// <summary>Share of all processors' time that the collector takes; a gain is percent points less.</summary>
    public const string CollectorCpu = "collector_cpu";
}
