using Unpause.Analysis;
using Unpause.Recordings.Objects;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Dead objects that wait for their finalizers. One thread runs them all, one after the other; until then the objects and
/// all that they refer to stay in memory and are promoted, so a finalizer that is slow or blocked is a leak.
/// </summary>
internal sealed class FinalizerBacklog : Rule
{
    private const int TypesShown = 3;

    private static readonly Threshold FewestWaiting = Threshold.Count(
        "fewest objects that wait", 1_000, "objects", "some always wait when a recording ends; these are more than one collection's worth");

    private static readonly Threshold LeastWaiting = Threshold.Percent(
        "least share of those found dead that waits", 20, "fewer are a queue that is being worked off");

    private static readonly Threshold Busy = Threshold.Percent(
        "a busy finalizer thread", 50, "one thread runs all finalizers: at half of its time a burst can no longer be caught up with");

    private static readonly Threshold Long = Threshold.Seconds(
        "a long run", 1, "a finalizer takes microseconds; one that runs this long waits for something");

    private static readonly Threshold FewestFound = Threshold.Count(
        "fewest dead objects with finalizers for a busy thread to count", 100, "objects", "below it the share of the time is chance");

    private static readonly Threshold FewestFoundForALongRun = Threshold.Count(
        "fewest dead objects with finalizers for a long run to count", 10, "objects",
        "the runtime's own few at the end of a program are left out");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "finalizer-backlog",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"At least {FewestWaiting} are dead and wait for their finalizers when the recording ends, or the finalizer thread is "
            + $"busy for {Busy} of the time or for {Long} without an end.",
        Background = "Dead objects with a finalizer stay in memory, with all that they refer to, until the one finalizer thread has run "
            + "it, and are promoted meanwhile. A finalizer that is slow or blocked is a leak.",
        Thresholds = [FewestWaiting, LeastWaiting, Busy, Long, FewestFound, FewestFoundForALongRun],
        Needs = [DotNetNeeds.Collections, DotNetNeeds.FinalizerEvents],
        Helps = [DotNetNeeds.Allocations],
        Advises =
        [
            "dispose of the objects and suppress their finalizers",
            "hold native resources in a SafeHandle",
            "let no finalizer wait, lock or call other threads",
        ],
        Versions = "All versions of .NET; types are named where allocations were recorded.",
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
            Finalized: { } finalized,
            Waiting: { } waiting,
            BusyNanoseconds: { } busy,
            LongestNanoseconds: { } longest
        })
        {
            return finalizers.Found < FewestFound.Value
                ? Verdict.Silent
                : DotNetNeeds.FinalizerEvents.Missing();
        }

        var share = recording.DurationNanoseconds is > 0 ? (double)busy / recording.DurationNanoseconds.Value : 0;
        var backlog = waiting >= FewestWaiting.Value && waiting >= finalizers.Found * LeastWaiting.Share;
        var slow = finalizers.Found >= FewestFoundForALongRun.Value && longest >= Long.Nanoseconds;
        if (!backlog && !slow && (share < Busy.Share || finalizers.Found < FewestFound.Value)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "finalizable_objects",
                "objects that collections found dead and kept for their finalizers (GCHeapStats)", finalizers.Found, "objects"),
            Evidence.Count("pending_objects", "of them waiting when the recording ended", waiting, "objects"),
            Evidence.Count("finalized_objects", "finalizers that ran to their end (a run under way is not counted)", finalized, "objects"),
            Evidence.Percent(
                "finalizer_busy_percent", "share of the recording's time in which the finalizer thread was at work", 100 * share),
            Evidence.Time(
                "finalizer_longest_ms",
                recording.Finalizers!.OpenSinceNanoseconds is null ? "its longest run" : "its longest run, which had not ended", longest),
            Evidence.Size("finalizable_max_bytes", "most bytes that one collection kept because of them", finalizers.KeptBytesMax),
        ];
        var runs = recording.Finalizers!;
        foreach (var type in (runs.Types ?? []).Take(TypesShown))
        {
            evidence.Add(
                Evidence.Count(
                    "type_objects",
                    $"finalizers started of {type.Type ?? "a type without a name"} (FinalizeObject)", type.Objects, "objects"));
        }

        if (runs is { OpenSinceNanoseconds: not null, LastType: { } last })
        {
            evidence.Add(Evidence.Fact("last_finalizer", $"the finalizer started last is that of {last}"));
        }

        return Verdict.Found(new Finding(
            Id,
            backlog ? Severity.High : Severity.Medium,
            (backlog
                ? $"{Quantities.Count(waiting)} dead objects wait for their finalizers: the finalizer thread does not keep up"
                : $"The finalizer thread is busy for {Quantities.Percent(100 * share)} of the time, up "
                    + $"to {Quantities.Duration(longest)} at a time")
            + (runs.Types is [{ Type: { } most }, ..] ? $", mostly with {most}" : ""),
            evidence,
            AdviceFor(runs),
            "Objects that are disposed of are gone with the next gen0 collection; those with a finalizer to run survive at least one "
            + "collection and are promoted, with all that they refer to.")
        {
            TimeBack = CopyingTime.Of(process, KeptBytes(recording), "pauses of collections that copy what waits for its finalizer"),
        });
    }

    private static double KeptBytes(Recording recording)
    {
        var kept = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++) kept += recording.Facts?.Of(i, CollectionFact.FinalizableBytes) ?? 0;
        return kept.Value;
    }

    private static List<Advice> AdviceFor(FinalizerRuns runs) =>
    [
        new(
            "Dispose of them, and take those that are disposed of off the finalizer's list (all versions). Look for streams, connections, "
            + "bitmaps and timers without `using`.",
            Code: "using var handle = Open();\n\npublic void Dispose() { Release(); GC.SuppressFinalize(this); }"),
        new(
            "Don't write finalizers: hold the native resource in a SafeHandle, and let only this small object have one.",
            Code: "sealed class NativeHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true) { protected override bool "
                + "ReleaseHandle() => Close(handle); }"),
        new(
            "A finalizer must neither wait nor lock nor call other threads: one that blocks stops all. To see where it stands now, look "
            + "at the finalizer thread's stack.",
            Code: "dotnet-stack report --process-id PID"),
        .. runs.Types is null
            ? [new Advice("To see of which types they are, record with allocations.", Code: "unpause record PID --profile allocations")]
            : (Advice[])[],
    ];
}
