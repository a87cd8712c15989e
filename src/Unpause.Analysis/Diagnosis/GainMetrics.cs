namespace Unpause.Analysis.Diagnosis;

/// <summary>Metrics of an expected improvement. The first three are also metrics of budgets.</summary>
internal static class GainMetrics
{
    /// <summary>Share of run time outside pauses; an improvement is more percentage points.</summary>
    public const string Throughput = "throughput";

    /// <summary>Total pause time; an improvement is fewer milliseconds.</summary>
    public const string TotalPause = "total_pause";

    /// <summary>The longest pause; an improvement is fewer milliseconds.</summary>
    public const string MaxPause = "max_pause";

    /// <summary>Number of collections; an improvement is fewer collections.</summary>
    public const string Collections = "collections";

    /// <summary>Total stopped time, including time to safepoint; an improvement is fewer milliseconds.</summary>
    public const string TotalStop = "total_stop";

    /// <summary>Total allocation stall time over all threads; an improvement is fewer milliseconds.</summary>
    public const string TotalStall = "total_stall";

    /// <summary>Memory that the heap retains; an improvement is fewer bytes.</summary>
    public const string HeldHeap = "retained_heap";

    /// <summary>Share of the time of all processors that the collector uses; an improvement is fewer percentage points.</summary>
    public const string CollectorCpu = "collector_cpu";
}
