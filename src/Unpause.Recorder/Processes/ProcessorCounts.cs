namespace Unpause.Recorder.Processes;

/// <summary>Counters of the kernel at one moment; null is unknown.</summary>
/// <param name="Periods">Periods of the CPU quota, of the groups that have one.</param>
/// <param name="ThrottledPeriods">Those in which the quota was used up.</param>
/// <param name="ThrottledNanoseconds">How long processors stood for it.</param>
/// <param name="StolenNanoseconds">What the machine's host gave to others.</param>
/// <param name="WaitedNanoseconds">Time in which a task had no processor.</param>
/// <param name="WaitedOfGroup">Whether that is of the innermost group; else of the machine.</param>
internal sealed record ProcessorCounts(
    long? Periods,
    long? ThrottledPeriods,
    long? ThrottledNanoseconds,
    long? StolenNanoseconds,
    long? WaitedNanoseconds,
    bool WaitedOfGroup);
