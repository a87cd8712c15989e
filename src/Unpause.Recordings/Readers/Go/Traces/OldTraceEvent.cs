namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// The events of execution traces up to Go 1.21, by their number (internal/trace of Go 1.21, parser.go). The upper two bits of an
/// event's first byte are the number of arguments after the time; three: a length in bytes goes before them all.
/// </summary>
internal enum OldTraceEvent : byte
{
    None = 0,

    /// <summary>A batch begins: processor, time.</summary>
    Batch = 1,

    /// <summary>Ticks a second.</summary>
    Frequency = 2,

    /// <summary>A stack: id, frames, and of each frame address, function, file, line.</summary>
    Stack = 3,

    /// <summary>GOMAXPROCS.</summary>
    Processors = 4,

    /// <summary>A collection begins: sequence, stack.</summary>
    GcStart = 7,

    /// <summary>It has marked all.</summary>
    GcDone = 8,

    /// <summary>The world is stopped: kind.</summary>
    StopStart = 9,

    /// <summary>The world goes on.</summary>
    StopDone = 10,

    /// <summary>Sweeping before an allocation begins.</summary>
    SweepStart = 11,

    SweepDone = 12,

    /// <summary>A goroutine is created: goroutine, its first function as a stack, stack.</summary>
    GoCreate = 13,

    /// <summary>A goroutine runs: goroutine, sequence.</summary>
    GoStart = 14,

    GoEnd = 15,

    /// <summary>The goroutine waits for ever.</summary>
    GoStop = 16,

    /// <summary>The goroutine yields.</summary>
    GoSched = 17,

    /// <summary>The goroutine is preempted.</summary>
    GoPreempt = 18,

    /// <summary>The goroutine sleeps; the numbers up to <see cref="GoBlockNet"/> are waits, too, but for <see cref="GoUnblock"/>.</summary>
    GoSleep = 19,

    /// <summary>The goroutine waits.</summary>
    GoBlock = 20,

    /// <summary>A goroutine can go on: goroutine, sequence, stack.</summary>
    GoUnblock = 21,

    /// <summary>The goroutine waits for the network.</summary>
    GoBlockNet = 27,

    /// <summary>The goroutine calls the kernel: stack.</summary>
    Syscall = 28,

    /// <summary>A call that lost its processor returned: goroutine, sequence, when.</summary>
    SyscallExit = 29,

    /// <summary>The call lost its processor.</summary>
    SyscallBlock = 30,

    /// <summary>A goroutine waits when tracing begins: goroutine.</summary>
    GoWaiting = 31,

    /// <summary>A goroutine is in a call when tracing begins: goroutine.</summary>
    GoInSyscall = 32,

    /// <summary>The live heap.</summary>
    HeapAlloc = 33,

    HeapGoal = 34,

    /// <summary>The goroutine of timers.</summary>
    TimerGoroutine = 35,

    /// <summary>A text: id, length, bytes.</summary>
    String = 37,

    /// <summary>As <see cref="GoStart"/>, on the processor of the event before.</summary>
    GoStartLocal = 38,

    /// <summary>As <see cref="GoUnblock"/>, on the processor of the event before.</summary>
    GoUnblockLocal = 39,

    /// <summary>As <see cref="SyscallExit"/>, on the processor of the event before: goroutine, when.</summary>
    SyscallExitLocal = 40,

    /// <summary>As <see cref="GoStart"/>, with what it does: goroutine, sequence, text.</summary>
    GoStartLabel = 41,

    /// <summary>The goroutine waits until another one has marked for it.</summary>
    GoBlockGc = 42,

    /// <summary>The goroutine has to mark before it may allocate.</summary>
    AssistStart = 43,

    /// <summary>It has marked enough.</summary>
    AssistDone = 44,

    /// <summary>A task begins: task, parent, name, stack.</summary>
    TaskCreate = 45,

    /// <summary>A task ends: task, stack.</summary>
    TaskEnd = 46,

    /// <summary>A region: task, 0 for its begin and 1 for its end, name, stack.</summary>
    Region = 47,

    /// <summary>A line of the program's log, a text behind it.</summary>
    Log = 48,

    /// <summary>A sample of the CPU, recorded late.</summary>
    CpuSample = 49,
}
