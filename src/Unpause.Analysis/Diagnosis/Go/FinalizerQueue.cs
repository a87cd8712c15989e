using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The goroutine that runs a Go process's finalizers does not keep up: memory they would free is retained.</summary>
internal sealed class FinalizerQueue : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in which the goroutine is busy", 50,
        "one goroutine runs all finalizers: when it is busy half of the time, it cannot catch up after a burst");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 90, "then its queue is almost never empty");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum GC cycles that end within one busy period", 2, "collections",
        "at the second cycle it has not yet run what the first one queued: it falls behind");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "finalizer-queue",
        AppliesTo = [Runtimes.Go],
        Summary = $"The goroutine that runs finalizers, or each of those that run cleanups, is busy or blocked for at least {Least} of the "
            + $"time, and at least {Fewest} end before its queue is empty.",
        Background = "One goroutine runs all finalizers of a Go process, one after the other. Functions of runtime.AddCleanup run in the "
            + "same goroutine in Go 1.24, and in up to one per four processors since 1.25. A blocked one delays all others. An object "
            + "that waits for its finalizer is retained with everything it references, and each GC cycle marks it again.",
        Thresholds = [Least, High, Fewest],
        Needs = [GoNeeds.FinalizerTimes],
        Advises =
        [
            "close objects with finalizers explicitly",
            "start a goroutine for slow work in a finalizer",
            "measure the queue (Go 1.26: runtime/metrics)",
        ],
        Confidence = Confidence.Likely("a trace shows what the goroutine does, but not the length of its queue"),
        Versions = "Go 1.11 and later, with an execution trace; cleanups from Go 1.24.",
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
        // Where several goroutines share a queue, it is empty as soon as one of them is idle.
        var worst = goroutines.GroupBy(goroutine => goroutine.Cleanups)
            .Select(group => group.MinBy(goroutine => goroutine.BusyNanoseconds)!)
            .Where(goroutine => goroutine.LongestCollections >= Fewest.Value)
            .MaxBy(goroutine => goroutine.BusyNanoseconds);
        if (worst is null) return Verdict.Silent;
        var percent = Math.Min(100, 100.0 * worst.BusyNanoseconds / observed);
        return percent < Least.Value ? Verdict.Silent : Verdict.Found(CreateFinding(worst, percent));
    }

    private Finding CreateFinding(FinalizerGoroutine goroutine, double percent)
    {
        var one = goroutine.Cleanups ? "cleanup" : "finalizer";
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "finalizer_busy_percent", $"share of time in which the goroutine that runs {one}s was busy", percent),
            Evidence.Time("finalizer_running_ms", "of this, running", goroutine.RunningNanoseconds),
            Evidence.Time("finalizer_blocked_ms", $"of this, blocked in a {one} or in the kernel", goroutine.BlockedNanoseconds),
            Evidence.Time("finalizer_sched_wait_ms", "of this, waiting for a processor", goroutine.QueuedNanoseconds),
            Evidence.Time("finalizer_longest_ms", "longest busy period", goroutine.LongestNanoseconds),
            Evidence.Count(
                "finalizer_longest_collections", "GC cycles that ended in that period", goroutine.LongestCollections, "collections"),
        ];
        if (goroutine.Most is { } most)
        {
            evidence.Add(Evidence.Time(
                "finalizer_top_function_ms", $"of its time in {most}, as far as stacks show", goroutine.MostNanoseconds));
        }

        return new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"The goroutine that runs {one}s is busy for {Quantities.Percent(percent)} of the time"
                + Mostly(goroutine),
            evidence,
            [
                new(
                    $"Close these objects explicitly, and remove their {one}: then nothing waits for the goroutine.",
                    Code: goroutine.Cleanups
                        ? "defer x.Close()\n\nfunc (x *T) Close() error { x.cleanup.Stop(); return x.release() }"
                        : "defer x.Close()\n\nfunc (x *T) Close() error { runtime.SetFinalizer(x, nil); return x.release() }"),
                new(
                    $"Do not wait, lock or send on a channel in a {one}. For slow work, start a "
                        + "goroutine, and pass everything it needs by value.",
                    Code: "runtime.SetFinalizer(x, func(x *T) { fd := x.fd; go release(fd) })"),
                new(
                    "To measure the queue, subtract /gc/finalizers/executed:finalizers from /gc/finalizers/queued:finalizers, and likewise "
                    + "for cleanups (runtime/metrics of Go 1.26). GODEBUG=checkfinalizers=1 (Go 1.25 and later) prints its length at "
                    + "each GC cycle. It ends the process at a finalizer that can never run, so use it in a test only."),
                .. goroutine.Cleanups ? (Advice[])[] :
                [
                    new(
                        "With Go 1.25 and later, use runtime.AddCleanup instead of a finalizer. Cleanups have their own goroutines, up to "
                        + "one per four processors, and their objects are freed without waiting for them."),
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
