namespace Unpause.Readers.DotNet;

/// <summary>Kinds of blocks in .nettrace files of versions 4 and 5.</summary>
internal enum NettraceBlock
{
    /// <summary>The header, the end, or a kind that is passed over.</summary>
    None,

    /// <summary>Start time, clock frequency, pointer size, process id.</summary>
    Trace,

    /// <summary>Events.</summary>
    Events,

    /// <summary>What the events' numbers mean.</summary>
    Metadata,

    /// <summary>Call stacks.</summary>
    Stacks,

    /// <summary>A point in time up to which all events are in the file, with each thread's last sequence number.</summary>
    SequencePoint,
}
