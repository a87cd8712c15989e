namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>A goroutine while a trace is read. There may be millions. Times in nanoseconds of the trace.</summary>
internal struct Goroutine
{
    /// <summary>The request that it works for, as a place in <see cref="TracedRequests"/>; none.</summary>
    public const int NoRequest = -1;

    public ulong Id;

    /// <summary>Since when it has its state.</summary>
    public long Since;

    /// <summary>Up to when its running time was added up.</summary>
    public long Counted;

    /// <summary>Since when it assists or sweeps: never both, because there is nothing to sweep while the collector marks.</summary>
    public long HelpsSince;

    /// <summary>Its sequence number within a generation: what refers to it comes in this order.</summary>
    public ulong Sequence;

    /// <summary>The generation that <see cref="Sequence"/> is of.</summary>
    public uint Generation;

    /// <summary>The request that it works for.</summary>
    public int Request;

    public GoroutineState State;

    /// <summary>Whether it marks before it may allocate.</summary>
    public bool Assists;

    /// <summary>Whether it sweeps before it may allocate.</summary>
    public bool Sweeps;

    /// <summary>Whether it serves a connection of net/http.</summary>
    public bool IsConnection;

    /// <summary>Whether it runs finalizers or cleanups, and is in <see cref="TracedFinalizers"/>.</summary>
    public bool Finalizes;

    /// <summary>For which kind of marking it runs.</summary>
    public MarkWorker Worker;
}
