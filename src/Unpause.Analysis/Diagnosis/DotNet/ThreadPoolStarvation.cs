using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Work waits because all threads of the thread pool are blocked, usually in code that waits synchronously for a task. Requests are slow
/// although the processors are idle and GC does little.
/// </summary>
internal sealed class ThreadPoolStarvation : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in which work waits for a thread", 5, "a burst at start-up makes the pool grow once");

    private static readonly Threshold LeastTime = Threshold.Milliseconds(
        "minimum time in which work waits", 300, "the pool adds a thread within 250 ms of a blocked one: one such wait is no pattern");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 20, "then it delays one request in five");

    private static readonly Threshold HighOfSlow = Threshold.Percent(
        "share of the slow requests' time that makes it high", 50, "then it is the main cause of their latency");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "thread-pool-starvation",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Work waits for a thread pool thread for at least {Least} of the time, and for "
            + $"at least {LeastTime}. GC is not the cause.",
        Background = "The thread pool starts with about as many threads as there are processors. Where code blocks them (Task.Wait, "
            + ".Result, synchronous I/O, Thread.Sleep), other work waits until the pool has added threads, one or two a second. Meanwhile "
            + "requests take seconds, with little CPU time and few collections.",
        Thresholds = [Least, LeastTime, High, HighOfSlow],
        Needs = [DotNetNeeds.Waits],
        Advises =
        [
            "await tasks instead of blocking on them",
            "move blocking work to dedicated threads",
            "raise the minimum number of threads until then",
        ],
        Confidence = Confidence.Certain("the thread pool records why it added threads"),
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Microsoft Learn, Debug ThreadPool starvation",
            "dotnet/runtime, PortableThreadPool.GateThread.cs (reason Starvation)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.OtherWaits.FirstOrDefault(wait => wait.What == OtherWait.Pool) is not { } pool)
        {
            return recording.Requests is null ? Verdict.Silent : DotNetNeeds.Waits.Missing();
        }

        var percent = recording.ObservedNanoseconds is > 0 and { } duration ? 100.0 * pool.TotalNanoseconds / duration : 0;
        if (percent < Least.Value || pool.TotalNanoseconds < LeastTime.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Time("starvation_total_ms", $"time in which work waited for a thread ({pool.Source})", pool.TotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time", percent),
            Evidence.Time("starvation_max_ms", "longest continuous wait", pool.LongestNanoseconds ?? 0),
            Evidence.Time("total_pause_ms", "all GC pauses", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (pool.ShareOfSlowRequests is { } slow)
        {
            evidence.Add(Evidence.Percent(
                "share_of_slow_requests_percent",
                "share of the slowest requests' time (slowest 1 %, at least ten requests) that overlaps it",
                100 * slow));
        }

        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value || pool.ShareOfSlowRequests >= HighOfSlow.Share ? Severity.High : Severity.Medium,
            $"Thread pool starvation, not GC: work waits for a thread for {Quantities.Percent(percent)} of the time",
            evidence,
            [
                new(
                    "Find what blocks the pool's threads: their stacks show it while requests are slow. Await instead: no Task.Wait, no "
                    + ".Result, no GetAwaiter().GetResult(), no synchronous I/O in requests.",
                    Code: "dotnet-stack report --process-id PID"),
                new(
                    "Move work that must block to dedicated threads.",
                    Code: "await Task.Factory.StartNew(Work, CancellationToken.None, "
                        + "TaskCreationOptions.LongRunning, TaskScheduler.Default);"),
                new(
                    "Until then, start with more threads. Each costs memory for its stack, and all share the processors (all versions, "
                    + "read at start; decimal in runtimeconfig.json, hexadecimal in the environment). In runtimeconfig.json: "
                    + "\"System.Threading.ThreadPool.MinThreads\": 64.",
                    "DOTNET_ThreadPool_ForceMinWorkerThreads=0x40"),
            ],
            null));
    }
}
