using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>Lock contention: it makes requests slow where GC does not.</summary>
internal sealed class LockContention : Rule
{
    private static readonly Threshold LeastOfSlow = Threshold.Percent(
        "minimum share of the slow requests' time", 10, "below this other causes come first");

    private static readonly Threshold HighOfSlow = Threshold.Percent(
        "share of the slow requests' time that makes it high", 50, "then it is the main cause of their latency");

    private static readonly Threshold LeastThreads = Threshold.Percent(
        "minimum thread time in waits, relative to the recording's time, where no requests are known", 50, "on "
            + "average, half a thread is always waiting");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long wait", 10, "shorter waits are ordinary locking");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "lock-contention",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Waits for locks take at least {LeastOfSlow} of the slowest requests' time, or, over all threads, at least "
            + $"{LeastThreads} of the recording's time. The longest takes at least {Long}. GC is not the cause.",
        Background = "A thread that needs a taken lock waits until it is released. Where many threads need one lock, they run one after "
            + "the other. Slow work inside the lock (I/O, logging, allocation) delays all of them.",
        Thresholds = [LeastOfSlow, HighOfSlow, LeastThreads, Long],
        Needs = [DotNetNeeds.Waits],
        Advises =
        [
            "do less inside the lock: no I/O, no logging, no calls to other services",
            "split the lock, or use a concurrent collection",
        ],
        Confidence = Confidence.Certain("the runtime records each wait, and the activity that waited"),
        Versions = ".NET 5 and later.",
        Sources =
        [
            "dotnet/runtime, Contention events (keyword 0x4000)",
            "Microsoft Learn, Managed threading best practices",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.OtherWaits.FirstOrDefault(wait => wait.What == OtherWait.Locks) is not { } locks)
        {
            return recording.Requests is null ? Verdict.Silent : DotNetNeeds.Waits.Missing();
        }

        var threads = recording.ObservedNanoseconds is > 0 and { } duration ? 100.0 * locks.TotalNanoseconds / duration : 0;
        var counts = locks.ShareOfSlowRequests is { } share ? share >= LeastOfSlow.Share : threads >= LeastThreads.Value;
        if (!counts || !(locks.LongestNanoseconds >= Long.Nanoseconds)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("lock_waits", $"waits for locks ({locks.Source})", locks.Count ?? 0, "waits"),
            Evidence.Time("lock_wait_total_ms", "thread time in these waits, all threads together", locks.TotalNanoseconds),
            Evidence.Time("lock_wait_max_ms", "longest wait", locks.LongestNanoseconds ?? 0),
            Evidence.Time("total_pause_ms", "all GC pauses", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (locks.ShareOfSlowRequests is { } slow)
        {
            evidence.Add(Evidence.Percent(
                "share_of_slow_requests_percent",
                "share of the slowest requests' time (slowest 1 %, at least ten requests) in these waits",
                100 * slow));
        }

        return Verdict.Found(new Finding(
            Id,
            locks.ShareOfSlowRequests >= HighOfSlow.Share ? Severity.High : Severity.Medium,
            locks.ShareOfSlowRequests is { } of
                ? $"Lock contention, not GC: the slowest requests wait for locks for {Quantities.Percent(100 * of)} of their time"
                : $"Lock contention, not GC: threads wait for locks, {Quantities.Percent(threads)} of one thread's time in total",
            evidence,
            [
                new(
                    "Find the contended lock. While requests are slow, thread stacks show which threads wait in "
                        + "Monitor.Enter and which one owns the lock.",
                    Code: "dotnet-stack report --process-id PID"),
                new(
                    "Do less inside the lock: no I/O, no logging, no calls to other services. Split it by key, or use a concurrent type "
                    + "(ConcurrentDictionary, Interlocked, Channel). For a lock across an await, use SemaphoreSlim.WaitAsync."),
            ],
            null));
    }
}
