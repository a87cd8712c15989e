namespace Unpause.Recordings.Words;

/// <summary>The facts of single collections that the JVM's rules use (<see cref="Collection.Marks"/>).</summary>
public static class JvmMarks
{
    /// <summary>G1 ran out of regions to copy into (<c>To-space exhausted</c>, <c>Evacuation Failure</c>).</summary>
    public const string EvacuationFailure = "evacuation-failure";

    /// <summary>CMS: the old generation filled up before the concurrent cycle ended.</summary>
    public const string ConcurrentModeFailure = "concurrent-mode-failure";

    /// <summary>CMS: a full collection for another reason broke off the concurrent cycle.</summary>
    public const string ConcurrentModeInterrupted = "concurrent-mode-interrupted";

    /// <summary>Survivors did not fit into the old generation.</summary>
    public const string PromotionFailed = "promotion-failed";

    /// <summary>Shenandoah finished a concurrent cycle in a pause.</summary>
    public const string Degenerated = "degenerated";

    /// <summary>G1: this young collection also began a concurrent cycle.</summary>
    public const string ConcurrentStart = "concurrent-start";

    /// <summary>Parallel: collections take more time than GCTimeLimit allows and free too little; OutOfMemoryError is next.</summary>
    public const string TimeLimit = "gc-time-limit";

    /// <summary>A concurrent cycle was broken off.</summary>
    public const string Aborted = "aborted";
}
