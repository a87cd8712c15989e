namespace Unpause.Recordings.Words;

/// <summary>Names of the counts that a Go collection prints beside its pauses.</summary>
public static class GoCounters
{
    /// <summary>CPU time in which allocating goroutines helped to mark, in ms: they wait for it.</summary>
    public const string AssistMilliseconds = AssistCounter.Milliseconds;

    /// <summary>CPU time of the workers that marking is given (25 % of the processors), in ms.</summary>
    public const string DedicatedMilliseconds = "mark dedicated CPU ms";

    /// <summary>CPU time of marking on processors that had nothing else to do, in ms.</summary>
    public const string IdleMilliseconds = "mark idle CPU ms";

    /// <summary>The heap size at which the cycle was meant to end, in bytes.</summary>
    public const string GoalBytes = "heap goal bytes";

    /// <summary>Heap in use when marking ended, before sweeping, in bytes.</summary>
    public const string MarkEndBytes = "heap at mark end bytes";

    /// <summary>Stacks that count towards the goal, in bytes (1.18 and later).</summary>
    public const string StackBytes = "stacks bytes";

    /// <summary>Globals that count towards the goal, in bytes (1.18 and later).</summary>
    public const string GlobalBytes = "globals bytes";

    /// <summary>GC's share of CPU since the process started, in percent, idle marking left out.</summary>
    public const string CpuPercent = "GC CPU percent since start";

    /// <summary>CPU time of processors while the world was stopped for the collection, as Go counts it, in milliseconds.</summary>
    public const string StoppedMilliseconds = "stopped ms";
}

/// <summary>The counter of threads that were made to help the collector when they allocated.</summary>
public static class AssistCounter
{
    /// <summary>CPU time in which allocating threads helped to mark, in ms, of one collection: they wait for it.</summary>
    public const string Milliseconds = "mark assist CPU ms";
}
