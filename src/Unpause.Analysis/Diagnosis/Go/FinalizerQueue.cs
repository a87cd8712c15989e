using Unpause.Analysis;
using Unpause.Recordings.Objects;

namespace Unpause.Diagnosis.Go;

/// <summary>The goroutine that runs a Go program's finalizers doesn't keep up: what they would free waits for it.</summary>
internal sealed class FinalizerQueue : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of the time in which the goroutine isn't idle", 50,
        "finalizers have one goroutine: at half of its time a burst can no longer be caught up with");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 90, "then its queue is as good as never empty");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections that end while it isn't idle once", 2, "collections",
        "before the second it has not run what was found before the first: it falls behind, and isn't only at work");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "finalizer-queue",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"The goroutine that runs finalizers, or each of those that run cleanups, is at work or blocked in them for {Least} "
            + $"of the time or more, and {Fewest} or more end before its queue is empty.",
        Background = "All finalizers of a Go program run one after the other in one goroutine; functions of runtime.AddCleanup in the "
            + "same one in Go 1.24, and in up to one for each four processors since 1.25. While one of them waits, all others do. What "
            + "waits for its finalizer stays in memory with all that it refers to, and each collection marks it again.",
        Thresholds = [Least, High, Fewest],
        Needs = [GoNeeds.FinalizerTimes],
        Advises =
        [
            "close explicitly what has a finalizer",
            "let a finalizer start a goroutine for what is slow",
            "count the queue (Go 1.26: runtime/metrics)",
        ],
        Confidence = Confidence.Likely("a trace tells what the goroutine does at each moment, not how long its queue is"),
        Versions = "Go 1.11 and later, with an execution trace; cleanups since Go 1.24.",
        Sources =
        [
            "Go, src/runtime/mfinal.go (runfinq, since 1.25 runFinalizers) and mcleanup.go (runCleanups)",
            "Go, documentation of runtime.SetFinalizer (one goroutine runs all finalizers; slow ones should start their own)",
            "A Guide to the Go Garbage Collector, finalizers, cleanups and weak pointers: https://go.dev/doc/gc-guide",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var goroutines = process.Recording.FinalizerGoroutines;
        if (goroutines.Count == 0 || process.Recording.ObservedNanoseconds is not (> 0 and var observed))
            return GoNeeds.FinalizerTimes.Missing();
        // Where several share a queue, it is empty as soon as one of them is idle.
        var worst = goroutines.GroupBy(goroutine => goroutine.Cleanups)
            .Select(group => group.MinBy(goroutine => goroutine.BusyNanoseconds)!)
            .Where(goroutine => goroutine.LongestCollections >= Fewest.Value)
            .MaxBy(goroutine => goroutine.BusyNanoseconds);
        if (worst is null) return Verdict.Silent;
        var percent = Math.Min(100, 100.0 * worst.BusyNanoseconds / observed);
        return percent < Least.Value ? Verdict.Silent : Verdict.Found(Of(worst, percent));
    }

    private Finding Of(FinalizerGoroutine goroutine, double percent)
    {
        var one = goroutine.Cleanups ? "cleanup" : "finalizer";
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "finalizer_busy_percent", $"share of the time in which the goroutine that runs {one}s wasn't idle", percent),
            Evidence.Time("finalizer_running_ms", "of it running", goroutine.RunningNanoseconds),
            Evidence.Time("finalizer_blocked_ms", $"of it with a {one} waiting or in the kernel", goroutine.BlockedNanoseconds),
            Evidence.Time("finalizer_queued_ms", "of it waiting for a processor", goroutine.QueuedNanoseconds),
            Evidence.Time("finalizer_longest_ms", "longest time in which it wasn't idle once", goroutine.LongestNanoseconds),
            Evidence.Count(
                "finalizer_longest_collections", "collections that ended in that time", goroutine.LongestCollections, "collections"),
        ];
        if (goroutine.Most is { } most)
        {
            evidence.Add(Evidence.Time(
                "finalizer_most_ms", $"of its time in {most}, as far as stacks tell", goroutine.MostNanoseconds));
        }

        return new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"The goroutine that runs {one}s is busy for {Quantities.Percent(percent)} of the time"
                + Mostly(goroutine),
            evidence,
            [
                new(
                    $"Close explicitly what has one, and take its {one} off: then nothing has to wait for the goroutine.",
                    Code: goroutine.Cleanups
                        ? "defer x.Close()\n\nfunc (x *T) Close() error { x.cleanup.Stop(); return x.release() }"
                        : "defer x.Close()\n\nfunc (x *T) Close() error { runtime.SetFinalizer(x, nil); return x.release() }"),
                new(
                    $"Let none of the {one}s wait, lock or send: for what is slow it starts a goroutine, with all that it needs by value.",
                    Code: "runtime.SetFinalizer(x, func(x *T) { fd := x.fd; go release(fd) })"),
                new(
                    "To see how long the queue is, subtract /gc/finalizers/executed:finalizers from /gc/finalizers/queued:finalizers, "
                    + "cleanups likewise (runtime/metrics of Go 1.26). GODEBUG=checkfinalizers=1 (Go 1.25 and later) prints its length at "
                    + "each collection; it ends the program at a finalizer that can never run, so use it in a test."),
                .. goroutine.Cleanups ? (Advice[])[] :
                [
                    new(
                        "With Go 1.25 and later, runtime.AddCleanup instead of a finalizer: cleanups have goroutines of their own, up "
                        + "to one for each four processors, and what they belong to is freed without waiting for them."),
                ],
            ],
            null);
    }

    private static string Mostly(FinalizerGoroutine goroutine)
    {
        if (goroutine.QueuedNanoseconds > goroutine.RunningNanoseconds + goroutine.BlockedNanoseconds)
            return ", mostly waiting for a processor";
        var does = goroutine.BlockedNanoseconds > goroutine.RunningNanoseconds ? "waiting" : "running";
        return goroutine.Most is { } function ? $", mostly {does} in {function}" : "";
    }
}
