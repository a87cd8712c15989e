using Unpause.Analysis;
using Unpause.Recordings.Waits;

namespace Unpause.Diagnosis.DotNet;

/// <summary>Threads that wait for locks that others hold: what makes requests slow where the collector doesn't.</summary>
internal sealed class LockContention : Rule
{
    private static readonly Threshold LeastOfSlow = Threshold.Percent(
        "least share of the slow requests' time", 10, "below it other things are to be looked at first");

    private static readonly Threshold HighOfSlow = Threshold.Percent(
        "share of the slow requests' time that makes it high", 50, "then it is what made them slow");

    private static readonly Threshold LeastThreads = Threshold.Percent(
        "least thread time in waits, against the recording's time, where no requests are known", 50, "half a thread stands still always");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long wait", 10, "shorter ones are what locks are for");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "lock-contention",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Waits for locks take {LeastOfSlow} of the slowest requests' time or more, or of all threads {LeastThreads} of the "
            + $"recording's, and the longest {Long} or more: not the collector.",
        Background = "A thread that finds a lock taken waits until it is free. Where many threads need one lock, they work one after the "
            + "other, and what is done inside it (input and output, logging, allocation) holds all of them.",
        Thresholds = [LeastOfSlow, HighOfSlow, LeastThreads, Long],
        Needs = [DotNetNeeds.Waits],
        Advises =
        [
            "do less inside the lock: no input and output, no logging, no calls",
            "split the lock, or use a collection made for several threads",
        ],
        Confidence = Confidence.Certain("the runtime tells each wait, and the activity that waited"),
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

        var threads = recording.DurationNanoseconds is > 0 and { } duration ? 100.0 * locks.TotalNanoseconds / duration : 0;
        var counts = locks.ShareOfSlowRequests is { } share ? share >= LeastOfSlow.Share : threads >= LeastThreads.Value;
        if (!counts || !(locks.LongestNanoseconds >= Long.Nanoseconds)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("lock_waits", $"waits for locks ({locks.Source})", locks.Count ?? 0, "waits"),
            Evidence.Time("lock_wait_total_ms", "thread time in them, all threads together", locks.TotalNanoseconds),
            Evidence.Time("lock_wait_max_ms", "the longest", locks.LongestNanoseconds ?? 0),
            Evidence.Time("total_pause_ms", "all pauses of the collector", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (locks.ShareOfSlowRequests is { } slow)
        {
            evidence.Add(Evidence.Percent(
                "share_of_slow_requests_percent",
                "share of the slowest requests' time (a hundredth of them, ten at least) spent in them",
                100 * slow));
        }

        return Verdict.Found(new Finding(
            Id,
            locks.ShareOfSlowRequests >= HighOfSlow.Share ? Severity.High : Severity.Medium,
            locks.ShareOfSlowRequests is { } of
                ? $"The slowest requests wait for locks for {Quantities.Percent(100 * of)} of their time, not for the collector"
                : $"Threads wait for locks, {Quantities.Percent(threads)} of a thread's time in all, not for the collector",
            evidence,
            [
                new(
                    "Find which lock: threads' stacks show who waits in Monitor.Enter and who holds it, while requests are slow.",
                    Code: "dotnet-stack report --process-id PID"),
                new(
                    "Do less inside it: no input and output, no logging, no call to others. Split it by key, or use what is made "
                    + "for several threads (ConcurrentDictionary, Interlocked, Channel); where it is held across an await, "
                    + "SemaphoreSlim.WaitAsync."),
            ],
            null));
    }
}
