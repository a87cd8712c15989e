using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Dead objects in the finalization queue. One thread runs all finalizers in turn. Until then the objects and everything they reference
/// stay in memory and are promoted. A slow or blocked finalizer is therefore a memory leak.
/// </summary>
internal sealed class FinalizerBacklog : Rule
{
    private const int TypesShown = 3;

    private static readonly Threshold FewestWaiting = Threshold.Count(
        "minimum objects in the queue", 1_000, "objects", "a few always wait when a recording ends; this is more than one collection adds");

    private static readonly Threshold LeastWaiting = Threshold.Percent(
        "minimum share of the finalizable objects that waits", 20, "a smaller share is a queue that is being drained");

    private static readonly Threshold Busy = Threshold.Percent(
        "a busy finalizer thread", 50,
        "one thread runs all finalizers: when it is busy half of the time, it cannot catch up after a burst");

    private static readonly Threshold Long = Threshold.Seconds(
        "a long busy period of the finalizer thread", 1,
        "a finalizer takes microseconds; in a busy period this long one waits for something");

    private static readonly Threshold FewestFound = Threshold.Count(
        "minimum finalizable objects for a busy thread to count", 100, "objects", "below this the share of time is noise");

    private static readonly Threshold FewestFoundForALongRun = Threshold.Count(
        "minimum finalizable objects for a long busy period to count", 10, "objects",
        "excludes the few finalizers that the runtime runs at exit");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "finalizer-backlog",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {FewestWaiting} wait for their finalizers when the recording ends, or the finalizer thread is busy for at "
            + $"least {Busy} of the time, or for at least {Long} without a break.",
        Background = "A dead object with a finalizer stays in memory, with everything it references, until the finalizer thread has run "
            + "it. Meanwhile it is promoted. There is one finalizer thread, so a slow or blocked finalizer is a memory leak.",
        Thresholds = [FewestWaiting, LeastWaiting, Busy, Long, FewestFound, FewestFoundForALongRun],
        Needs = [DotNetNeeds.Collections, DotNetNeeds.FinalizerEvents],
        Helps = [DotNetNeeds.Allocations],
        Advises =
        [
            "dispose the objects and suppress their finalizers",
            "wrap native resources in a SafeHandle",
            "never wait, lock or call other threads in a finalizer",
        ],
        Versions = "All versions of .NET. Types are named where allocations were recorded.",
        Sources =
        [
            "Microsoft Learn, Implement a Dispose method",
            "dotnet/runtime, GCHeapStats and FinalizeObject events",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (process.Summary.Collector?.Finalizers is not { } finalizers) return Verdict.Silent;
        if (finalizers is not {
            WaitingAtMost: { } waiting,
            BusyNanoseconds: { } busy,
            LongestNanoseconds: { } longest
        })
        {
            return finalizers.Found < FewestFound.Value
                ? Verdict.Silent
                : DotNetNeeds.FinalizerEvents.Missing();
        }

        var share = recording.ObservedNanoseconds is > 0 ? (double)busy / recording.ObservedNanoseconds.Value : 0;
        var backlog = waiting >= FewestWaiting.Value && waiting >= finalizers.Found * LeastWaiting.Share;
        var slow = finalizers.Found >= FewestFoundForALongRun.Value && longest >= Long.Nanoseconds;
        if (!backlog && !slow && (share < Busy.Share || finalizers.Found < FewestFound.Value)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "finalizable_objects",
                "dead objects kept for their finalizers (GCHeapStats)", finalizers.Found, "objects"),
            Evidence.Count(
                "pending_objects",
                finalizers.Waiting is null
                    ? "of these, the most that can have waited when the recording ended (how many finalizers the batch under way had run "
                        + "is not recorded)"
                    : "of these, waiting when the recording ended",
                waiting,
                "objects"),
            Evidence.Percent(
                "finalizer_busy_percent", "share of the recording's time in which the finalizer thread was busy", 100 * share),
            Evidence.Time(
                "finalizer_longest_ms",
                recording.Finalizers!.OpenSinceNanoseconds is null ? "longest busy period" : "longest busy "
                    + "period, not finished when the recording ended", longest),
            Evidence.Size("finalizable_max_bytes", "most bytes that one collection kept for finalizers", finalizers.KeptBytesMax),
        ];
        if (finalizers.Finalized is { } finalized)
        {
            evidence.Add(Evidence.Count(
                "finalized_objects", "finalizers completed (one still running is not counted)", finalized, "objects"));
        }

        var runs = recording.Finalizers!;
        foreach (var type in (runs.Types ?? []).Take(TypesShown))
        {
            evidence.Add(
                Evidence.Count(
                    "type_objects",
                    $"finalizers started of {type.Type ?? "an unnamed type"} (FinalizeObject)", type.Objects, "objects"));
        }

        if (runs is { OpenSinceNanoseconds: not null, LastType: { } last })
        {
            evidence.Add(Evidence.Fact("last_finalizer", $"last finalizer started: {last}"));
        }

        return Verdict.Found(new Finding(
            Id,
            backlog ? Severity.High : Severity.Medium,
            (backlog
                ? $"{(finalizers.Waiting is null ? "Up to " : "")}{Quantities.Count(waiting)} dead objects wait for their finalizers: "
                    + "the finalizer thread does not keep up"
                : $"The finalizer thread is busy for {Quantities.Percent(100 * share)} of the time, up "
                    + $"to {Quantities.Duration(longest)} at a time")
            + (runs.Types is [{ Type: { } most }, ..] ? $", dominated by {most}" : ""),
            evidence,
            [
                .. AdviceFor(runs.Types is not null),
                new(
                    "A finalizer must not wait, lock or call other threads: one blocked finalizer blocks all others. To see where it is "
                    + "blocked, look at the stack of the finalizer thread.",
                    Code: "dotnet-stack report --process-id PID"),
            ],
            "A disposed object is freed by the next gen0 collection. An object whose finalizer must run survives at least one collection "
            + "and is promoted, with everything it references.")
        {
            TimeBack = CopyingTime.Estimate(
                process, KeptBytes(recording), "pauses of collections that copy objects waiting for their finalizers"),
        });
    }

    private static double KeptBytes(Recording recording)
    {
        var kept = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++) kept += recording.Facts?.Get(i, CollectionFact.FinalizableBytes) ?? 0;
        return kept.Value;
    }

    /// <summary>How to do without finalizers.</summary>
    internal static List<Advice> AdviceFor(bool namesTypes) =>
    [
        new(
            "Dispose the objects, and suppress the finalizers of disposed ones (all versions). Look for streams, "
            + "connections, bitmaps and timers without `using`.",
            Code: "using var handle = Open();\n\npublic void Dispose() { Release(); GC.SuppressFinalize(this); }"),
        new(
            "Do not write finalizers: wrap the native resource in a SafeHandle, so that only this small object has one.",
            Code: "sealed class NativeHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true) { protected override bool "
                + "ReleaseHandle() => Close(handle); }"),
        .. namesTypes
            ? (Advice[])[]
            : [new Advice("To see the types of these objects, record with allocations.", Code: "unpause record PID --profile allocations")],
    ];
}
