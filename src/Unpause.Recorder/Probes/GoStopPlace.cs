namespace Unpause.Recorder.Probes;

/// <summary>Meaning of a probe hit in a Go program.</summary>
internal enum GoStopPlace
{
    /// <summary>Starts to stop all goroutines.</summary>
    Stop,

    /// <summary>Starts to resume them.</summary>
    Starting,

    /// <summary>All are resumed; the first ones already run.</summary>
    Start,

    /// <summary>The stop is the one at the start of a collection.</summary>
    Sweep,

    /// <summary>The stop is the one at the end of a collection.</summary>
    Mark,

    /// <summary>An allocating goroutine starts a mark assist.</summary>
    Assist,

    /// <summary>The mark assist has ended, or was not necessary.</summary>
    Assisted,
}
