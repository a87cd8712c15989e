using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Synchronous work keeps the event loop from running, so that all requests of the process wait. GC is not the cause.</summary>
internal sealed class BlockedEventLoop : Rule
{
    private static readonly Threshold LeastOfSlow = Threshold.Percent(
        "minimum share of the slow requests' time", 10, "below this other causes come first");

    private static readonly Threshold LeastTime = Threshold.Percent(
        "minimum share of time, where no requests are known", 5, "less is hardly met by a request");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long block", 50, "users of a service start to notice a delay of about this length");

    private static readonly Threshold HighOfSlow = Threshold.Percent(
        "share of the slow requests' time that makes it high", 50, "then it is the main cause of their latency");

    private static readonly Threshold Busy = Threshold.Percent(
        "share of the blocks with CPU use from which calculation is the cause", 50, "a thread that waits uses none");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "event-loop-blocked",
        AppliesTo = [Runtimes.Node],
        Summary = $"The event loop is blocked by other work than GC for at least {LeastOfSlow} of the slowest requests' time, or for at "
            + $"least {LeastTime} of the time, and at least once for {Long}.",
        Background = "One thread runs all JavaScript of a process. While a function calculates or calls something synchronous, no other "
            + "request, timer or response is served. Usual causes: JSON of many megabytes, functions of crypto, zlib, fs and "
            + "child_process whose names end in Sync, regular expressions that backtrack, loops over large results.",
        Thresholds = [LeastOfSlow, LeastTime, Long, HighOfSlow, Busy],
        Needs = [NodeNeeds.EventLoop],
        Advises =
        [
            "find the function with a CPU profile",
            "call the asynchronous variant, work in parts, or move the work to a worker thread",
        ],
        Confidence = Confidence.Certain("a timer in the process was late, and no collection ran meanwhile"),
        Versions = "Node.js 18 and later, and the last releases of 14 and 16.",
        Sources =
        [
            "Node.js documentation, Don't Block the Event Loop: https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop",
            "Node.js documentation, --cpu-prof: https://nodejs.org/api/cli.html",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.OtherWaits.FirstOrDefault(wait => wait.What == OtherWait.EventLoop) is not { } loop)
            return recording.Requests is null ? Verdict.Silent : NodeNeeds.EventLoop.Missing();
        var percent = recording.ObservedNanoseconds is > 0 and { } duration ? 100.0 * loop.TotalNanoseconds / duration : 0;
        var counts = loop.ShareOfSlowRequests is { } share ? share >= LeastOfSlow.Share : percent >= LeastTime.Value;
        if (!counts || !(loop.LongestNanoseconds >= Long.Nanoseconds)) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            loop.ShareOfSlowRequests >= HighOfSlow.Share ? Severity.High : Severity.Medium,
            loop.ShareOfSlowRequests is { } of
                ? $"The event loop is blocked, not by GC: {Quantities.Percent(100 * of)} of the slowest requests' time"
                : $"The event loop is blocked, not by GC, for {Quantities.Percent(percent)} of the time",
            [.. EvidenceOf(process, loop, percent)],
            [.. AdviceFor(loop)],
            null));
    }

    private static IEnumerable<Evidence> EvidenceOf(AnalysedProcess process, OtherWait loop, double percent)
    {
        yield return Evidence.Count("event_loop_blocks", $"times in which the loop was blocked ({loop.Source})", loop.Count ?? 0, "blocks");
        yield return Evidence.Time("blocked_total_ms", "their total time, without GC", loop.TotalNanoseconds);
        yield return Evidence.Time("blocked_max_ms", "the longest", loop.LongestNanoseconds ?? 0);
        yield return Evidence.Percent("share_of_recording_percent", "their share of the recording's time", percent);
        if (loop.CpuShare is { } cpu)
            yield return Evidence.Percent("blocked_cpu_percent", "share of them in which the process used a CPU", 100 * cpu);
        if (loop.ShareOfSlowRequests is { } slow)
        {
            yield return Evidence.Percent(
                "share_of_slow_requests_percent", "share of the time of the slowest 1 % of the requests (at least ten)", 100 * slow);
        }

        yield return Evidence.Time("total_pause_ms", "all GC pauses", process.Summary.Pauses.TotalNanoseconds);
    }

    private static IEnumerable<Advice> AdviceFor(OtherWait loop)
    {
        if (loop.CpuShare < Busy.Share)
        {
            yield return new(
                "The process used little CPU meanwhile: look for synchronous I/O (fs.readFileSync, child_process.execSync), for "
                + "other processes that use the CPUs, and for a CPU quota that was used up.");
        }

        yield return new(
            "Find the function that blocks: a CPU profile of some minutes under load shows it. Open the file in the developer tools of "
            + "Chrome.",
            Code: "node --cpu-prof app.js");
        yield return new(
            "Call the asynchronous variant (crypto.pbkdf2 instead of crypto.pbkdf2Sync), send and parse less JSON at once, work in parts "
            + "with setImmediate between them, or move the work to a worker thread (worker_threads).");
    }
}
