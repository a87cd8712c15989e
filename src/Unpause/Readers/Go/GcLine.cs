namespace Unpause.Readers.Go;

/// <summary>
/// One line of <c>GODEBUG=gctrace=1</c>. Times are nanoseconds, sizes bytes (printed as whole MiB); phases that a
/// version does not print are 0.
/// </summary>
internal struct GcLine
{
    /// <summary>Which versions print lines of this shape.</summary>
    public GcLineShape Shape;

    public long Number;

    /// <summary>Start of the cycle since the start of the runtime, cut to milliseconds; null up to 1.4.</summary>
    public long? Start;

    /// <summary>GC's share of CPU since the program started, in percent, idle marking left out.</summary>
    public long CpuPercent;

    /// <summary>The clock numbers in the order of the line; how many, and what they are, depends on the shape.</summary>
    public Clocks Clock;

    public long SweepTerminationCpu;

    /// <summary>CPU of the phases that only 1.5 prints: scan and write barrier.</summary>
    public long OtherCpu;

    public long AssistCpu;

    public long DedicatedCpu;

    public long IdleCpu;

    public long MarkTerminationCpu;

    /// <summary>The sizes in the order of the line: two up to 1.4, then three.</summary>
    public long Heap0;

    public long Heap1;

    public long Heap2;

    public long Goal;

    public long? Stacks;

    public long? Globals;

    public long Processors;

    public bool Forced;

    /// <summary>Objects before less objects after, up to 1.2.</summary>
    public long? FreedObjects;

    /// <summary>Length of the whole cycle.</summary>
    public readonly long Duration
    {
        get
        {
            long sum = 0;
            foreach (var phase in Clock) sum += phase;
            return sum;
        }
    }

    /// <summary>Up to five durations.</summary>
    [System.Runtime.CompilerServices.InlineArray(5)]
    public struct Clocks
    {
        private long _first;
    }
}
