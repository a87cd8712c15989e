namespace Unpause.Recordings.Waits;

/// <summary>
/// What kept a process from processors while it was recorded, as the kernel counts it: the quota of its control groups, the machine's
/// owner (steal), other programs (pressure). Null is unknown.
/// </summary>
/// <param name="ObservedNanoseconds">The time between the two readings.</param>
/// <param name="Periods">Periods of the quota in which the group ran; null where it has no quota.</param>
/// <param name="ThrottledPeriods">Of them, those in which the quota was used up.</param>
/// <param name="ThrottledNanoseconds">How long the group's processors were throttled, added up.</param>
/// <param name="StolenNanoseconds">Time of the whole machine's processors that its host gave to others, added up.</param>
/// <param name="WaitedNanoseconds">Time in which at least one task was ready to run and had no processor.</param>
/// <param name="WaitedOfGroup">Whether that is of the process's control group; else of the whole machine.</param>
public sealed record ProcessorShare(
    long ObservedNanoseconds,
    long? Periods,
    long? ThrottledPeriods,
    long? ThrottledNanoseconds,
    long? StolenNanoseconds,
    long? WaitedNanoseconds,
    bool WaitedOfGroup)
{
    /// <summary>Some task waits for a moment now and then on every machine; less than this share of the time is no finding.</summary>
    private const double NoticeableWait = 0.05;

    /// <summary>The recording with the waits of the same time that are worth reporting: counts that are not zero.</summary>
    public Recording Complete(Recording recording) => recording with { OtherWaits = [.. recording.OtherWaits, .. Waits()] };

    private IEnumerable<OtherWait> Waits()
    {
        var observed = $"in {Quantities.Duration(ObservedNanoseconds)}";
        if (ThrottledNanoseconds is > 0 and var throttled)
        {
            var share = Periods is > 0 and var all && ThrottledPeriods is { } some
                ? $", quota used up in {Quantities.Count(some)} of {Quantities.Count(all)} periods"
                : "";
            yield return new OtherWait(
                "CPU throttling: the CPU quota of the control group was used up", ThrottledPeriods, throttled, null, OverThreads: true,
                $"cpu.stat {observed}{share}");
        }

        if (StolenNanoseconds is > 0 and var stolen)
        {
            yield return new OtherWait(
                "steal: the hypervisor gave CPU time to other virtual machines", null, stolen, null, OverThreads: true,
                $"/proc/stat {observed}, whole machine");
        }

        if (WaitedNanoseconds is { } waited && waited >= ObservedNanoseconds * NoticeableWait)
        {
            yield return new OtherWait(
                $"CPU pressure (PSI): a task of {(WaitedOfGroup ? "the control group" : "the machine")} waited for a CPU",
                null, waited, null, OverThreads: false,
                $"{(WaitedOfGroup ? "cpu.pressure of its control group" : "/proc/pressure/cpu")} {observed}");
        }
    }
}
