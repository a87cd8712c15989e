namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>What a goroutine does at a moment.</summary>
internal enum GoroutineState : byte
{
    /// <summary>Not recorded yet.</summary>
    Unknown,

    /// <summary>It could run, and waits for a processor.</summary>
    Runnable,

    Running,

    /// <summary>It waits for something.</summary>
    Waiting,

    /// <summary>It may not allocate before another goroutine has marked for it (gcParkAssist in runtime/mgcmark.go).</summary>
    WaitingForAssist,

    /// <summary>It is in a call of the kernel, or in C.</summary>
    Syscall,
}
