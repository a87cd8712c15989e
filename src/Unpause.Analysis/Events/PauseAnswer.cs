namespace Unpause.Analysis.Events;

/// <summary>A question that is asked of every long stop.</summary>
/// <param name="Question">Which.</param>
/// <param name="State">Yes, no, or not recorded.</param>
/// <param name="Nanoseconds">The time of the stop that it accounts for; null where it is no time.</param>
/// <param name="Word">What was found, in the runtime's words: an operation, a cause; null where there is none.</param>
public sealed record PauseAnswer(PauseQuestion Question, AnswerState State, long? Nanoseconds = null, string? Word = null);

/// <summary>The questions, in the order in which they are asked.</summary>
public enum PauseQuestion
{
    /// <summary>Did stopping the threads take the time?</summary>
    StoppingThreads,

    /// <summary>Was the stop made for something else than GC?</summary>
    OtherOperation,

    /// <summary>Were the GC threads off the CPU?</summary>
    OffCpu,

    /// <summary>Did the kernel use the CPU time?</summary>
    KernelTime,

    /// <summary>Which part took most of the time?</summary>
    Part,

    /// <summary>Had it more work than other pauses of its kind?</summary>
    MoreWork,

    /// <summary>Was it slower for the same work?</summary>
    SlowerWork,

    /// <summary>What triggered the collection?</summary>
    Trigger,

    /// <summary>Did a collection fail before or in it?</summary>
    Failure,
}

/// <summary>An answer's kind.</summary>
public enum AnswerState
{
    /// <summary>The recording shows it.</summary>
    Yes,

    /// <summary>The recording shows that it is not so.</summary>
    No,

    /// <summary>The recording does not show it.</summary>
    NotRecorded,
}

/// <summary>What caused a stop, one for each stop: by it, stop time is added up.</summary>
public enum PauseCause
{
    /// <summary>A collection as usual: its work took the time.</summary>
    Work,

    /// <summary>Stopping the threads took at least half of it.</summary>
    StoppingThreads,

    /// <summary>The stop was not for GC.</summary>
    OtherOperation,

    /// <summary>The GC threads were off the CPU for at least half of it.</summary>
    OffCpu,

    /// <summary>The GC threads used the CPU, but did less than memory allows by far: swapped-out pages, or waiting in loops.</summary>
    TooSlow,

    /// <summary>CPython: finalizers, callbacks or large buffers of the freed objects took most of it.</summary>
    Finalizers,

    /// <summary>A collection failed: evacuation, promotion, a concurrent cycle.</summary>
    Failure,

    /// <summary>Code asked for the collection.</summary>
    Induced,

    /// <summary>A tool asked for the collection: heap histogram, heap dump, a recorder.</summary>
    Diagnostic,

    /// <summary>Class metadata or the code cache ran out of room.</summary>
    Metadata,

    /// <summary>A large object was allocated.</summary>
    LargeObject,
}
