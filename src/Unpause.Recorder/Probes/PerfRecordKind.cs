namespace Unpause.Recorder.Probes;

/// <summary>What a record of the kernel's tells; the numbers are the kernel's (enum perf_event_type).</summary>
internal enum PerfRecordKind
{
    /// <summary>Records that found no room.</summary>
    Lost = 2,

    /// <summary>A process executes another program.</summary>
    Exec = 3,

    /// <summary>A thread ended.</summary>
    Exit = 4,

    /// <summary>A thread or process began.</summary>
    Fork = 7,

    /// <summary>A probe was hit.</summary>
    Hit = 9,
}
