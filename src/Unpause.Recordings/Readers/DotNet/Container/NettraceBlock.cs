namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>Kinds of blocks in .nettrace files.</summary>
internal enum NettraceBlock
{
    /// <summary>The header, the end, or a kind that is skipped.</summary>
    None,

    /// <summary>Start time, clock frequency, pointer size, process id.</summary>
    Trace,

    Events,

    /// <summary>What the events' numbers mean.</summary>
    Metadata,

    Stacks,

    /// <summary>A point in time up to which all events are in the file, with each thread's last sequence number.</summary>
    SequencePoint,

    /// <summary>Threads that events refer to by an index (version 6).</summary>
    Threads,

    /// <summary>Threads that come no more (version 6).</summary>
    RemovedThreads,

    /// <summary>Version 6: labels of events.</summary>
    Labels,
}
