namespace Unpause.Recorder.Live;

/// <summary>What unpause can do with a live process; each runtime declares what it supports.</summary>
public enum LiveCapability
{
    /// <summary>Record collections and pauses: <c>unpause record</c>.</summary>
    Record,

    /// <summary>Read earlier entries of the runtime's own log.</summary>
    Before,

    /// <summary>A JDK flight recording.</summary>
    Flight,

    /// <summary>What retains old objects.</summary>
    Retainers,

    /// <summary>Sampled allocations and their sites.</summary>
    Allocations,

    /// <summary>Requests that the process serves and sends.</summary>
    Requests,

    /// <summary>Keep only the most recent part.</summary>
    Ring,

    /// <summary>End the recording after a condition is met.</summary>
    Trigger,

    /// <summary>Allocation sites of objects that die in gen2.</summary>
    Gen2Deaths,

    /// <summary>Time that allocating goroutines spend in mark assists.</summary>
    Assists,

    /// <summary>Count objects by class: <c>unpause heap</c>.</summary>
    Heap,
}
