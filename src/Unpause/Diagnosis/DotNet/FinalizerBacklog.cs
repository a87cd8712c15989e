using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Dead objects that wait for their finalizers. One thread runs them all, one after the other; until then the objects and
/// all that they refer to stay in memory and are promoted, so a finalizer that is slow or blocked is a leak.
/// </summary>
public sealed class FinalizerBacklog : Rule
{
    private const long FewestWaiting = 1_000;
    private const double LeastShareWaiting = 0.2;
    private const double BusyShare = 0.5;
    private const long LongNanoseconds = 1_000_000_000;
    private const long FewestFound = 100;
    private const long FewestLong = 10;
    private const int TypesShown = 3;

    /// <inheritdoc/>
    public override string Id => "finalizer-backlog";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "1,000 and more dead objects wait for their finalizers when the recording ends, or the finalizer thread is busy half of the time or for a second without an end.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (process.Summary.Collector?.Finalizers is not { } finalizers) return Verdict.Silent;
        if (finalizers is not { Finalized: { } finalized, Waiting: { } waiting, BusyNanoseconds: { } busy, LongestNanoseconds: { } longest })
        {
            return finalizers.Found < FewestFound
                ? Verdict.Silent
                : Verdict.NotApplicable("The finalizer thread's events are missing: record Microsoft-Windows-DotNETRuntime:0x1:4.");
        }

        var share = recording.DurationNanoseconds is > 0 ? (double)busy / recording.DurationNanoseconds.Value : 0;
        var backlog = waiting >= FewestWaiting && waiting >= finalizers.Found * LeastShareWaiting;
        var slow = finalizers.Found >= FewestLong && longest >= LongNanoseconds;
        if (!backlog && !slow && (share < BusyShare || finalizers.Found < FewestFound)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("objects that collections found dead and kept for their finalizers (GCHeapStats)", finalizers.Found, "objects"),
            new("of them waiting when the recording ended", waiting, "objects"),
            new("finalizers that ran to their end (a run under way is not counted)", finalized, "objects"),
            new("share of the recording's time in which the finalizer thread was at work", Math.Round(100 * share, 1), "percent"),
            new(recording.Finalizers!.OpenSinceNanoseconds is null ? "its longest run" : "its longest run, which had not ended", Math.Round(longest / 1e6, 3), "ms"),
            new("most bytes that one collection kept because of them", finalizers.KeptBytesMax, "bytes"),
        ];
        var runs = recording.Finalizers!;
        foreach (var type in (runs.Types ?? []).Take(TypesShown)) evidence.Add(new($"finalizers started of {type.Type ?? "a type without a name"} (FinalizeObject)", type.Objects, "objects"));
        if (runs is { OpenSinceNanoseconds: not null, LastType: { } last }) evidence.Add(new($"the finalizer started last is that of {last}", null, null));
        return Verdict.Found(new Finding(
            Id,
            backlog ? Severity.High : Severity.Medium,
            (backlog
                ? $"{Quantities.Count(waiting)} dead objects wait for their finalizers: the finalizer thread does not keep up"
                : $"The finalizer thread is busy for {Quantities.Percent(100 * share)} of the time, up to {Quantities.Duration(longest)} at a time")
            + (runs.Types is [{ Type: { } most }, ..] ? $", mostly with {most}" : ""),
            evidence,
            AdviceFor(runs),
            "Objects that are disposed of are gone with the next gen0 collection; those with a finalizer to run survive at least one collection and are promoted, with all that they refer to."));
    }

    private static List<Advice> AdviceFor(FinalizerRuns runs) =>
    [
        new("Dispose of them, and take those that are disposed of off the finalizer's list (all versions). Look for streams, connections, bitmaps and timers without `using`.", Code: "using var handle = Open();\n\npublic void Dispose() { Release(); GC.SuppressFinalize(this); }"),
        new("Don't write finalizers: hold the native resource in a SafeHandle, and let only this small object have one.", Code: "sealed class NativeHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true) { protected override bool ReleaseHandle() => Close(handle); }"),
        new("A finalizer must neither wait nor lock nor call other threads: one that blocks stops all. To see where it stands now, look at the finalizer thread's stack.", Code: "dotnet-stack report --process-id PID"),
        .. runs.Types is null ? [new Advice("To see of which types they are, record with allocations.", Code: "unpause record PID --profile allocations")] : (Advice[])[],
    ];
}
