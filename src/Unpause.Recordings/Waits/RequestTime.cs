namespace Unpause.Recordings.Waits;

/// <summary>What a moment of a request's time goes into, where the runtime traced its goroutines.</summary>
internal enum RequestTime
{
    /// <summary>The world was stopped.</summary>
    Stopped,

    /// <summary>It marked for the collector before it might allocate.</summary>
    Assisting,

    /// <summary>It waited until another goroutine had marked for it.</summary>
    AssistWait,

    /// <summary>It swept for the collector before it might allocate.</summary>
    Sweeping,

    /// <summary>It could run, and waited for a processor.</summary>
    Queued,

    /// <summary>It waited for something else: the network, a lock, a channel.</summary>
    Blocked,

    /// <summary>It was in a call of the kernel, or in C.</summary>
    Kernel,

    Running,
}
