namespace Unpause.Recordings.Waits;

/// <summary>
/// What a request's time went into, in nanoseconds, one number for each <see cref="RequestTime"/>. Each nanosecond counts once: together
/// they are the request's duration.
/// </summary>
public readonly record struct RequestTimes(
    long Stopped, long Assisting, long AssistWait, long Sweeping, long Queued, long Blocked, long Kernel, long Running)
{
    /// <summary>How many kinds there are.</summary>
    public const int Kinds = (int)RequestTime.Running + 1;

    public long Sum => Collector + Queued + Blocked + Kernel + Running;

    /// <summary>What the collector took: stops, assists, waits for them, sweeping.</summary>
    public long Collector => Stopped + Assisting + AssistWait + Sweeping;

    /// <summary>Of a number for each kind.</summary>
    /// <param name="parts"><see cref="Kinds"/> numbers, in the order of <see cref="RequestTime"/>.</param>
    public static RequestTimes From(ReadOnlySpan<long> parts) => new(
        parts[(int)RequestTime.Stopped],
        parts[(int)RequestTime.Assisting],
        parts[(int)RequestTime.AssistWait],
        parts[(int)RequestTime.Sweeping],
        parts[(int)RequestTime.Queued],
        parts[(int)RequestTime.Blocked],
        parts[(int)RequestTime.Kernel],
        parts[(int)RequestTime.Running]);

    public RequestTimes Plus(in RequestTimes other) => new(
        Stopped + other.Stopped,
        Assisting + other.Assisting,
        AssistWait + other.AssistWait,
        Sweeping + other.Sweeping,
        Queued + other.Queued,
        Blocked + other.Blocked,
        Kernel + other.Kernel,
        Running + other.Running);
}

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
