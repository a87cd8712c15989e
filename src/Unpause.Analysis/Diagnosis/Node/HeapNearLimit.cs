using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>The live heap takes nearly all that V8's limit allows: full collections follow each other and free little.</summary>
internal sealed class HeapNearLimit : Rule
{
    private static readonly Threshold Near = Threshold.Percent(
        "smallest live share of the limit", 75, "V8's limit of the next collection lies at most halfway to the maximum");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in full collections and their marking steps", 5, "below this a change has no visible effect");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 20, "then the process is close to a heap out of memory");

    private static readonly Threshold Aimed = Threshold.Percent(
        "live share of the limit at the advised size", 50, "the old space can then double between two full collections");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "heap-near-limit",
        AppliesTo = [Runtimes.Node],
        Summary = $"After full collections, at least {Near} of V8's limit for old objects is live, and full collections with their steps "
            + $"of marking take at least {Least} of the time. Or an allocation failed, and V8 collected as a last resort.",
        Background = "V8 starts a full collection when the old space has grown by a factor since the last one, and at most halfway from "
            + "the live heap to its limit. The nearer the live heap is to the limit, the less is freed by each, and the sooner the next "
            + "one comes. At the limit the process ends: JavaScript heap out of memory.",
        Thresholds = [Near, Least, High, Aimed],
        Needs = [NodeNeeds.Limit],
        Advises =
        [
            "raise --max-old-space-size, in a container up to three quarters of its memory limit",
            "where the live heap grows all the time, find what retains it first",
        ],
        FollowsFrom = ["growing-old-space"],
        Confidence = Confidence.Certain("V8 reports its limit and what is live"),
        Versions = "Node.js 8 and later.",
        Sources =
        [
            "V8, src/heap/heap-controller.cc (BoundAllocationLimit: halfway to the maximum)",
            "V8, src/heap/heap.cc (AllocateRawWithRetryOrFailSlowPath: last resort)",
            "Node.js documentation, --max-old-space-size: https://nodejs.org/api/cli.html",
            "samples/node/limit.js: 42.8 % of the time paused with 48 MiB, 4.9 % with 256",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var work = process.Shared(FullWork.Compute)!;
        var desperate = CollectionGroup.Select(recording, IsDesperate);
        var room = process.Shared(OldSpaceRoom.Compute);
        if (room is null && desperate.Count == 0) return work.Collections.Count == 0 ? Verdict.Silent : NodeNeeds.Limit.Missing();
        if (room?.Percent < Near.Value) return Verdict.Silent;
        var percent = work.PercentOf(recording);
        if (desperate.Count == 0 && !(percent >= Least.Value)) return Verdict.Silent;
        var saved = work.TotalNanoseconds.Value;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value || desperate.Count > 0 ? Severity.High : Severity.Medium,
            TitleOf(room, percent, desperate.Count),
            [.. EvidenceOf(room, work, percent, desperate)],
            AdviceOn(room),
            $"Saves up to {Quantities.Duration(saved)}, the time of full collections and of their steps of marking. In more room they "
            + "come less often.",
            Gain.PausesUpTo(process, work.Collections.PauseTotalNanoseconds)),
            work.Collections);
    }

    private static bool IsDesperate(Collection collection) => collection.RuntimeCause is { } cause
        && (cause.StartsWith(NodeReasons.LastResort, StringComparison.Ordinal)
            || cause.StartsWith(NodeReasons.ScavengeMightFail, StringComparison.Ordinal));

    private static string TitleOf(OldSpaceRoom? room, double? percent, int desperate)
    {
        var time = percent is { } share ? $"; full collections take {Quantities.Percent(share)} of the time" : "";
        return room is null
            ? $"V8 collected {Quantities.Count(desperate)} times as a last resort, because its limit is near{time}"
            : $"The live heap of {Quantities.Bytes(room.LiveBytes)} takes {Quantities.Percent(room.Percent)} of V8's limit of "
                + $"{Quantities.Bytes(room.LimitBytes)}{time}";
    }

    private static IEnumerable<Evidence> EvidenceOf(OldSpaceRoom? room, FullWork work, double? percent, CollectionGroup desperate)
    {
        if (room is not null)
        {
            yield return Evidence.Size("live_set_bytes", "live heap: median after the last full collections", room.LiveBytes);
            yield return Evidence.Size(
                "heap_limit_bytes", $"limit of the old space{(room.IsSet ? "" : " (from the limit of the whole heap)")}", room.LimitBytes);
            yield return Evidence.Percent("live_set_percent", "live heap as a share of it", room.Percent);
        }

        var full = work.Collections;
        yield return Evidence.Count("full_collections", $"full collections (gc {full.Numbers})", full.Count, "collections");
        yield return Evidence.Time("pause_total_ms", "their pauses", full.PauseTotalNanoseconds);
        if (work.StepsNanoseconds > 0)
            yield return Evidence.Time("marking_steps_ms", "their steps of marking, on the program's own thread", work.StepsNanoseconds);
        if (percent is { } share) yield return Evidence.Percent("share_of_recording_percent", "both as a share of the time", share);
        if (desperate.Count > 0)
        {
            yield return Evidence.Count(
                "low_memory_collections", $"collections because the limit is near (gc {desperate.Numbers})", desperate.Count,
                "collections");
        }
    }

    private static List<Advice> AdviceOn(OldSpaceRoom? room)
    {
        const string Container =
            "In a container, stay below three quarters of its memory limit: Buffers, code and stacks are outside of V8's.";
        var better = room?.MebibytesFor(Aimed.Share) ?? 0;
        return
        [
            room is null
                ? new(
                    $"Raise V8's limit, which this recording does not show. {Container}",
                    Setting: $"NODE_OPTIONS={NodeSettings.MaxOldSpace}=4096")
                : new(
                    $"Raise V8's limit from {Quantities.Bytes(room.LimitBytes)} to {Quantities.Bytes(better << 20)}, so that about half "
                    + $"of it is live. {Container}",
                    Setting: $"NODE_OPTIONS={NodeSettings.MaxOldSpace}={better}"),
            new(
                "If the live heap is larger than the program should need, find what retains it: take a heap snapshot, and open it in the "
                + "developer tools of a browser (Memory). It pauses the process, and takes about as much memory again.",
                Code: "node --heapsnapshot-signal=SIGUSR2 app.js  # then: kill -USR2 PID"),
        ];
    }
}
