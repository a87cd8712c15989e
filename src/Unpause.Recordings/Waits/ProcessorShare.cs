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
                OtherWait.Throttling, ThrottledPeriods, throttled, null, OverThreads: true,
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

/// <summary>A reason other than GC for which the application's threads waited: a lock, I/O, the CPU quota.</summary>
/// <param name="What">What they waited for, as an entry of a list: <c>waiting for locks (monitors)</c>.</param>
/// <param name="Count">How often; null when only times are known.</param>
/// <param name="TotalNanoseconds">How long in all.</param>
/// <param name="LongestNanoseconds">The longest; null when only sums are known.</param>
/// <param name="OverThreads">
/// Whether the time of several threads or processors is added up, so that it may be more than the recording's length.
/// </param>
/// <param name="Source">Where the numbers come from and what they leave out: <c>jdk.JavaMonitorEnter, waits of 10 ms and more</c>.</param>
public sealed record OtherWait(
    string What, long? Count, long TotalNanoseconds, long? LongestNanoseconds, bool OverThreads, string Source)
{
    /// <summary>.NET's threads that wait for locks of managed code.</summary>
    public const string Locks = "waiting for locks";

    /// <summary>.NET's thread pool without a thread for work that waits.</summary>
    public const string Pool = "work items waiting for a thread-pool thread";

    /// <summary>Node.js's event loop did not run although a timer was due, and GC was not the reason.</summary>
    public const string EventLoop = "event loop blocked by other work than GC";

    /// <summary>The control group had used up its CPU quota. Counts periods; times of its processors are added up.</summary>
    public const string Throttling = "CPU throttling: the CPU quota of the control group was used up";

    /// <summary>What the slow requests did or waited for is not recorded.</summary>
    public const string Unknown = "time of slow requests that nothing in the recording explains";

    /// <summary>
    /// Of the time of the slowest hundredth of the requests, the share that overlaps them, 0 to 1; null when it cannot be determined.
    /// </summary>
    public double? ShareOfSlowRequests { get; init; }

    /// <summary>Share of it in which the process used a CPU, 0 to 1; null where it is not recorded.</summary>
    public double? CpuShare { get; init; }

    /// <summary>When it was, in nanoseconds since the recording's zero, apart and rising; null where only sums are known.</summary>
    public IReadOnlyList<(long Start, long End)>? Times { get; init; }
}
