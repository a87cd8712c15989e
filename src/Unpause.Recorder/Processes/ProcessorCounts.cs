namespace Unpause.Recorder.Processes;

/// <summary>Kernel counters at one moment; null is unknown.</summary>
/// <param name="Periods">CPU quota periods, of the cgroups with a quota.</param>
/// <param name="ThrottledPeriods">Periods in which the quota was used up.</param>
/// <param name="ThrottledNanoseconds">Throttled CPU time.</param>
/// <param name="StolenNanoseconds">CPU time that the host gave to other guests (steal).</param>
/// <param name="WaitedNanoseconds">Time in which at least one task waited for a CPU (CPU pressure).</param>
/// <param name="WaitedOfGroup">Whether that is for the innermost cgroup; otherwise for the machine.</param>
internal sealed record ProcessorCounts(
    long? Periods,
    long? ThrottledPeriods,
    long? ThrottledNanoseconds,
    long? StolenNanoseconds,
    long? WaitedNanoseconds,
    bool WaitedOfGroup);
