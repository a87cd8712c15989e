using Unpause.Analysis;
using Unpause.Recordings.Waits;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Work that waits because all threads of the pool are blocked, mostly in code that waits for a task. Requests are then slow while the
/// processors and the collector have nothing to do.
/// </summary>
internal sealed class ThreadPoolStarvation : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of the time in which work waits for a thread", 5, "a burst at the start makes the pool grow once");

    private static readonly Threshold LeastTime = Threshold.Seconds("least time of it", 1, "the pool looks twice a second");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 20, "then a request in five meets it");

    private static readonly Threshold HighOfSlow = Threshold.Percent(
        "share of the slow requests' time that makes it high", 50, "then it is what made them slow");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "thread-pool-starvation",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Work waits for a thread of the pool for {Least} of the time or more, and {LeastTime} at least: not the collector.",
        Background = "The thread pool has about as many threads as there are processors. Where code blocks them (Task.Wait, .Result, "
            + "synchronous input and output, Thread.Sleep), what else is to be done waits until the pool has added threads, one or two a "
            + "second. Requests take seconds meanwhile, at little CPU time and with hardly a collection.",
        Thresholds = [Least, LeastTime, High, HighOfSlow],
        Needs = [DotNetNeeds.Waits],
        Advises =
        [
            "await, and don't block on tasks",
            "move work that must block to threads of its own",
            "raise the least number of threads meanwhile",
        ],
        Confidence = Confidence.Certain("the thread pool tells why it added threads"),
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

        var percent = recording.DurationNanoseconds is > 0 and { } duration ? 100.0 * pool.TotalNanoseconds / duration : 0;
        if (percent < Least.Value || pool.TotalNanoseconds < LeastTime.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Time("starvation_total_ms", $"time in which work waited for a thread ({pool.Source})", pool.TotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time", percent),
            Evidence.Time("starvation_max_ms", "the longest stretch", pool.LongestNanoseconds ?? 0),
            Evidence.Time("total_pause_ms", "all pauses of the collector", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (pool.ShareOfSlowRequests is { } slow)
        {
            evidence.Add(Evidence.Percent(
                "share_of_slow_requests_percent",
                "share of the slowest requests' time (a hundredth of them, ten at least) that falls into it",
                100 * slow));
        }

        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value || pool.ShareOfSlowRequests >= HighOfSlow.Share ? Severity.High : Severity.Medium,
            $"Work waits for a thread of the pool for {Quantities.Percent(percent)} of the time, not for the collector",
            evidence,
            [
                new(
                    "Find what blocks the pool's threads: their stacks show it while requests are slow. Await instead: no Task.Wait, no "
                    + ".Result, no GetAwaiter().GetResult(), no synchronous input and output in requests.",
                    Code: "dotnet-stack report --process-id PID"),
                new(
                    "What must block goes to threads of its own.",
                    Code: "await Task.Factory.StartNew(Work, CancellationToken.None, TaskCreationOptions.LongRunning, "
                        + "TaskScheduler.Default);"),
                new(
                    "Until then let the pool begin with more threads (all versions, read at start; decimal in runtimeconfig.json, "
                    + "hexadecimal in the environment). In runtimeconfig.json: \"System.Threading.ThreadPool.MinThreads\": 64.",
                    "DOTNET_ThreadPool_ForceMinWorkerThreads=0x40"),
            ],
            null));
    }
}
