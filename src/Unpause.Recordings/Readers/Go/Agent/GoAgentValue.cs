namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>The values of a sample in the order of the file (agents/go/FORMAT.md), which has the metric of each.</summary>
internal enum GoAgentValue
{
    Cycles,

    /// <summary>Of them, forced by the application.</summary>
    Forced,

    /// <summary>What the latest collection marked, in bytes.</summary>
    Live,

    /// <summary>The heap's size at which the next shall be over, in bytes.</summary>
    Goal,

    /// <summary>GOMEMLIMIT in bytes; the greatest number of 63 bits for none.</summary>
    Limit,

    /// <summary>GOGC in percent.</summary>
    Growth,

    Goroutines,

    /// <summary>Objects of the heap, dead ones too, in bytes.</summary>
    Objects,

    /// <summary>Stacks, in bytes.</summary>
    Stacks,

    /// <summary>All memory of the runtime, in bytes.</summary>
    Memory,

    /// <summary>Of it, given back to the system.</summary>
    Released,

    /// <summary>Allocated since the process began, in bytes.</summary>
    Allocated,

    /// <summary>GOMAXPROCS.</summary>
    Processors,

    /// <summary>Stacks that the latest collection examined, in bytes.</summary>
    ScannedStacks,

    /// <summary>Globals that the latest collection examined, in bytes.</summary>
    ScannedGlobals,

    /// <summary>The collection in which the limiter of the collector's CPU time was last on.</summary>
    Limited,

    /// <summary>CPU time of mark assists, in seconds, as all that follow.</summary>
    Assist,

    /// <summary>Of mark workers.</summary>
    Dedicated,

    /// <summary>Of marking on idle processors.</summary>
    Idle,

    /// <summary>CPU time of processors that were idle in pauses.</summary>
    Paused,

    /// <summary>Of the collector in all.</summary>
    Collector,

    /// <summary>Of the application's own code.</summary>
    User,

    /// <summary>Of all processors.</summary>
    Total,
}
