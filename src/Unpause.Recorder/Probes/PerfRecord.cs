namespace Unpause.Recorder.Probes;

/// <summary>One record of the kernel.</summary>
/// <param name="Time">Nanoseconds of CLOCK_MONOTONIC.</param>
/// <param name="Kind">Its kind.</param>
/// <param name="Process">The process id in this pid namespace; 0 for a process outside it.</param>
/// <param name="Parent">For a fork: the parent.</param>
/// <param name="Id">For a hit: the event (<see cref="PerfEvent.IdOf"/>).</param>
/// <param name="Value">For a hit: the requested register. For lost records: their number.</param>
internal readonly record struct PerfRecord(long Time, PerfRecordKind Kind, int Process, int Parent = 0, ulong Id = 0, ulong Value = 0)
{
    /// <summary>For a hit: the thread.</summary>
    public int Thread { get; init; }

    /// <summary>For a hit with a requested stack: the data after the time, registers and stack; otherwise null.</summary>
    public byte[]? State { get; init; }
}
