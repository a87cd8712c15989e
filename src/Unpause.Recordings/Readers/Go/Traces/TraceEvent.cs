namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// The events of execution traces since Go 1.22, by their number (internal/trace/tracev2/events.go of Go 1.26; numbers were only added
/// since). Arguments are unsigned varints; the first is the time since the event before, in the trace's ticks.
/// </summary>
internal enum TraceEvent : byte
{
    None = 0,

    /// <summary>A batch: generation, thread, time, length, events.</summary>
    Batch = 1,

    /// <summary>A batch of stacks.</summary>
    Stacks = 2,

    /// <summary>A stack: id, frames, and of each frame address, function, file, line.</summary>
    Stack = 3,

    /// <summary>A batch of texts.</summary>
    Strings = 4,

    /// <summary>A text: id, length, bytes.</summary>
    String = 5,

    /// <summary>A batch of samples of the CPU.</summary>
    CpuSamples = 6,

    /// <summary>Ticks a second.</summary>
    Frequency = 8,

    /// <summary>GOMAXPROCS: time, number, stack.</summary>
    Processors = 9,

    /// <summary>A goroutine is created: time, goroutine, its first function as a stack, stack.</summary>
    GoCreate = 14,

    /// <summary>C called back: time, goroutine.</summary>
    GoCreateSyscall = 15,

    /// <summary>A goroutine runs: time, goroutine, sequence.</summary>
    GoStart = 16,

    GoDestroy = 17,

    /// <summary>The goroutine ends in C.</summary>
    GoDestroySyscall = 18,

    /// <summary>The goroutine yields and could go on: time, reason, stack.</summary>
    GoStop = 19,

    /// <summary>The goroutine waits: time, reason, stack.</summary>
    GoBlock = 20,

    /// <summary>A goroutine can go on: time, goroutine, sequence, stack.</summary>
    GoUnblock = 21,

    /// <summary>The goroutine calls the kernel: time, sequence, stack.</summary>
    SyscallBegin = 22,

    /// <summary>The call returns.</summary>
    SyscallEnd = 23,

    /// <summary>The call returns, and the goroutine has no processor any more.</summary>
    SyscallEndBlocked = 24,

    /// <summary>A goroutine's state at the generation's start: time, goroutine, thread, status.</summary>
    GoStatus = 25,

    /// <summary>The world is stopped: time, kind, stack.</summary>
    StopBegin = 26,

    /// <summary>The world goes on.</summary>
    StopEnd = 27,

    /// <summary>A collection goes on at the generation's start.</summary>
    GcActive = 28,

    /// <summary>A collection begins.</summary>
    GcBegin = 29,

    /// <summary>A collection ends.</summary>
    GcEnd = 30,

    /// <summary>A processor sweeps, for whom it runs.</summary>
    SweepBegin = 32,

    /// <summary>It has swept: time, bytes swept, bytes reclaimed.</summary>
    SweepEnd = 33,

    /// <summary>A goroutine assists at the generation's start: time, goroutine.</summary>
    AssistActive = 34,

    /// <summary>The goroutine has to mark before it may allocate.</summary>
    AssistBegin = 35,

    /// <summary>It has marked enough.</summary>
    AssistEnd = 36,

    /// <summary>The live heap: time, bytes.</summary>
    HeapAlloc = 37,

    /// <summary>The heap's goal: time, bytes.</summary>
    HeapGoal = 38,

    /// <summary>What the goroutine does: time, text.</summary>
    GoLabel = 39,

    /// <summary>A user task begins: time, task, parent, name, stack.</summary>
    TaskBegin = 40,

    /// <summary>It ends: time, task, stack.</summary>
    TaskEnd = 41,

    /// <summary>A goroutine works for a task: time, task, name, stack.</summary>
    RegionBegin = 42,

    /// <summary>No more: time, task, name, stack.</summary>
    RegionEnd = 43,

    /// <summary>The goroutine gives its thread to another one: time, goroutine, sequence.</summary>
    GoSwitch = 45,

    /// <summary>The same, and ends.</summary>
    GoSwitchDestroy = 46,

    /// <summary>A goroutine is created and waits: time, goroutine, its first function as a stack, stack.</summary>
    GoCreateBlocked = 47,

    /// <summary>As <see cref="GoStatus"/>, and a stack.</summary>
    GoStatusStack = 48,

    /// <summary>A batch in a form of its own.</summary>
    ExperimentalBatch = 49,

    /// <summary>A batch of <see cref="Frequency"/> and <see cref="Clocks"/> (1.25 and later).</summary>
    Sync = 50,

    /// <summary>Clocks read together: ticks since the batch's, monotonic clock, seconds since 1970 and nanoseconds.</summary>
    Clocks = 51,

    /// <summary>The generation ends (1.26 and later).</summary>
    EndOfGeneration = 52,
}
