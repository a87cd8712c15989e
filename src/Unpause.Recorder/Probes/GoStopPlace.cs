namespace Unpause.Recorder.Probes;

/// <summary>What it means that a Go program comes by a place.</summary>
internal enum GoStopPlace
{
    /// <summary>It begins to stop all goroutines.</summary>
    Stop,

    /// <summary>It begins to let them go on.</summary>
    Starting,

    /// <summary>All go on: those that were first to do so run already.</summary>
    Start,

    /// <summary>The stop is the one at the beginning of a collection.</summary>
    Sweep,

    /// <summary>The stop is the one at the end of a collection.</summary>
    Mark,

    /// <summary>A goroutine that allocates begins to help the collector.</summary>
    Assist,

    /// <summary>It has helped, or needn't.</summary>
    Assisted,
}
