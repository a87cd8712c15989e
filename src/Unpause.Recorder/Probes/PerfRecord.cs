namespace Unpause.Recorder.Probes;

/// <summary>One record of the kernel's.</summary>
/// <param name="Time">Nanoseconds of CLOCK_MONOTONIC.</param>
/// <param name="Kind">What it tells.</param>
/// <param name="Process">The process, as a number of our pid namespace; 0 for one that isn't in it.</param>
/// <param name="Parent">Of a fork: who forked.</param>
/// <param name="Id">Of a hit: which event (<see cref="PerfEvent.IdOf"/>).</param>
/// <param name="Value">Of a hit: the register that was asked for. Of lost records: how many.</param>
internal readonly record struct PerfRecord(long Time, PerfRecordKind Kind, int Process, int Parent = 0, ulong Id = 0, ulong Value = 0)
{
    /// <summary>Of a hit: the thread.</summary>
    public int Thread { get; init; }

    /// <summary>Of a hit whose stack was asked for: what stands behind the time, registers and stack; else null.</summary>
    public byte[]? State { get; init; }
}
