namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Full collections pause the program for long: what takes the time in them decides what helps.</summary>
internal sealed class LongMarkCompacts : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long full collection", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in pauses of full collections", 5, "below this a change has no visible effect, unless one is long");

    private static readonly Threshold High = Threshold.Milliseconds(
        "a full collection that makes the finding high", 500, "requests time out or are retried");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "long-mark-compacts",
        AppliesTo = [Runtimes.Node],
        Summary = $"A full collection that V8 started itself pauses the program for at least {Long}, or all of them for at least {Least} "
            + "of the time.",
        Background = "V8 marks beside the program and sweeps beside it. The pause of a full collection (mark-compact) only completes the "
            + "marking, clears weak references and moves objects out of pages with many holes. It is long where one of these is: marking "
            + "that was not done in time, many weak references, or much to move.",
        Thresholds = [Long, Least, High],
        Needs = [NodeNeeds.Reasons],
        Helps = [NodeNeeds.Trace],
        Advises =
        [
            "marking: a second processor for V8's threads, a smaller live heap",
            "moving: promote less, with a larger semi-space",
            "weak references: fewer of them",
        ],
        FollowsFrom =
        [
            "heap-near-limit", "external-memory-collections", "large-array-churn", "weak-object-time", "growing-old-space",
            "promoting-scavenges",
        ],
        IsCatchAll = true,
        Confidence = Confidence.Likely("the phase that takes the time is reported; why V8 collected may have other causes"),
        Versions = "Node.js 8 and later.",
        Sources = ["V8, src/heap/mark-compact.cc (CollectGarbage) and src/init/heap-symbols.h (phases)"],
    };

    /// <summary>The phases that are not within others, with what helps against each.</summary>
    private static readonly (string Phase, string What, Advice Advice)[] Parts =
    [
        ("mark", "marking", new(
            "Marking takes the time: V8's own threads were not done when the collection had to be completed. Give the process a second "
            + "processor, or retain less: each full collection marks all that is live.")),
        ("clear", "clearing weak references", new(
            "Clearing takes the time: weak references, entries of WeakMaps and handles of addons. Have fewer of them.")),
        (NodePhases.Evacuate, "moving objects", new(
            "Moving objects takes the time: promoted objects that died leave holes in pages. Promote less: a larger semi-space lets "
            + "short-lived objects die young. In NODE_OPTIONS from Node.js 18 on.",
            Setting: "NODE_OPTIONS=--max-semi-space-size=64")),
        ("complete.sweeping", "sweeping", new(
            "Completing the sweep of the collection before takes the time: collections follow each other too soon. Give the heap room.",
            Setting: "NODE_OPTIONS=--max-old-space-size=4096")),
        ("heap.external_prologue", "callbacks of the program", new(
            "Callbacks of addons before each collection take the time. Find the addon that registers them (AddGCPrologueCallback).")),
        ("heap.external_epilogue", "callbacks of the program", new(
            "Callbacks of addons after each collection take the time. Find the addon that registers them (AddGCEpilogueCallback).")),
    ];

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Collections.Count > 0 && recording.Collections.All(collection => collection.Cause is null))
            return NodeNeeds.Reasons.Missing();
        var full = process.Shared(FullWork.Compute)!.Collections;
        var percent = full.PercentOfTime;
        if (full.PauseMaxNanoseconds < Long.Nanoseconds && !(percent >= Least.Value)) return Verdict.Silent;
        var longs = CollectionGroup.OfPauses(
            recording, (in Pause pause, Collection collection) =>
                FullWork.IsOwn(collection) && pause.DurationNanoseconds >= Long.Nanoseconds);
        List<Evidence> evidence =
        [
            Evidence.Count("full_collections", $"full collections (gc {full.Numbers})", full.Count, "collections"),
            Evidence.Count("long_pauses", $"of them with a pause of at least {Long}", longs.PauseCount, "pauses"),
            Evidence.Time("pause_total_ms", "pauses of all of them", full.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"longest (gc {full.LongestNumber})", full.PauseMaxNanoseconds),
            .. full.Causes.Take(2).Select(
                cause => Evidence.Count("cause_collections", $"cause: {cause.Cause}", cause.Count, "collections")),
        ];
        if (percent is { } share) evidence.Add(Evidence.Percent("share_of_recording_percent", "their share of the time", share));
        List<Advice> advice = [];
        var what = "";
        if (Dominating(recording, full) is { } most)
        {
            var (part, time) = most;
            evidence.Add(Evidence.Time("phase_total_ms", $"phase {part.Phase} of them, the largest: {part.What}", time));
            advice.Add(part.Advice);
            what = $", most of it for {part.What}";
        }

        advice.Add(new("Have fewer of them: retain less in the old space, and look at the causes above."));
        return Verdict.Found(new Finding(
            Id,
            full.PauseMaxNanoseconds >= High.Nanoseconds ? Severity.High : Severity.Medium,
            $"{Quantities.Count(full.Count, "full collection")} paused the program for {Quantities.Duration(full.PauseTotalNanoseconds)}, "
            + $"up to {Quantities.Duration(full.PauseMaxNanoseconds)} at once{what}",
            evidence,
            advice,
            $"Saves up to {Quantities.Duration(full.PauseTotalNanoseconds)}, the time of these pauses.",
            Gain.PausesUpTo(process, full.PauseTotalNanoseconds)),
            full);
    }

    private static ((string Phase, string What, Advice Advice) Part, long Nanoseconds)? Dominating(
        Recording recording, CollectionGroup full)
    {
        var times = new long[Parts.Length];
        foreach (var phase in recording.Phases)
        {
            if (phase.Concurrent || !full.Has(phase.Collection)) continue;
            var at = Array.FindIndex(Parts, part => part.Phase == phase.Name);
            if (at >= 0) times[at] += phase.DurationNanoseconds;
        }

        var most = Array.IndexOf(times, times.Max());
        return times[most] > 0 ? (Parts[most], times[most]) : null;
    }
}
