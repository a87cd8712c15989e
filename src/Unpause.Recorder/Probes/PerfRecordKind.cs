namespace Unpause.Recorder.Probes;

/// <summary>Kind of a kernel record; the numbers are the kernel's (enum perf_event_type).</summary>
internal enum PerfRecordKind
{
    /// <summary>Records that were lost because the ring was full.</summary>
    Lost = 2,

    /// <summary>A process executes another program.</summary>
    Exec = 3,

    /// <summary>A thread ended.</summary>
    Exit = 4,

    /// <summary>A thread or process started.</summary>
    Fork = 7,

    /// <summary>A probe was hit.</summary>
    Hit = 9,
}
