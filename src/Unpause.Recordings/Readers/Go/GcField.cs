namespace Unpause.Recordings.Readers.Go;

/// <summary>The fields of a gctrace line; the table of shapes (<see cref="GcLineShapes"/>) uses these names.</summary>
internal enum GcField
{
    /// <summary>The collection's number, from 1 on.</summary>
    Number,

    /// <summary>Start of the cycle since the start of the runtime, in seconds.</summary>
    Start,

    /// <summary>GC's share of CPU since the process started, in percent, idle marking left out.</summary>
    CpuPercent,

    /// <summary>The first duration.</summary>
    Clock0,

    /// <summary>The second duration.</summary>
    Clock1,

    /// <summary>The third duration.</summary>
    Clock2,

    /// <summary>The fourth duration.</summary>
    Clock3,

    /// <summary>The fifth duration.</summary>
    Clock4,

    /// <summary>CPU time of sweep termination.</summary>
    SweepTerminationCpu,

    /// <summary>CPU time of scanning (1.5).</summary>
    ScanCpu,

    /// <summary>CPU time of installing the write barrier (1.5).</summary>
    BarrierCpu,

    /// <summary>CPU time of mark assists.</summary>
    AssistCpu,

    /// <summary>CPU time of dedicated and fractional mark workers.</summary>
    DedicatedCpu,

    /// <summary>CPU time of idle mark workers.</summary>
    IdleCpu,

    /// <summary>CPU time of mark termination.</summary>
    MarkTerminationCpu,

    /// <summary>The first size.</summary>
    Heap0,

    /// <summary>The second size.</summary>
    Heap1,

    /// <summary>The third size.</summary>
    Heap2,

    Goal,

    /// <summary>Scannable stacks (1.18 and later).</summary>
    Stacks,

    /// <summary>Scannable globals (1.18 and later).</summary>
    Globals,

    /// <summary>Processors in use (GOMAXPROCS).</summary>
    Processors,

    /// <summary>Objects before (up to 1.2).</summary>
    ObjectsBefore,

    /// <summary>Objects after (up to 1.2).</summary>
    ObjectsAfter,

    /// <summary><c>(forced)</c>, for an explicit collection; mostly absent.</summary>
    Forced,

    /// <summary>Fields <c># MB word, </c> that no version printed up to 1.26; mostly none.</summary>
    Further,
}
