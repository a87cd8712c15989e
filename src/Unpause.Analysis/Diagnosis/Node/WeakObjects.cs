namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Full collections spend much of their pauses on weak references: WeakMap, WeakRef, FinalizationRegistry, handles.</summary>
internal sealed class WeakObjects : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of the pauses of full collections", 5, "V8's own weak lists and maps take at most 1 % in programs without others");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "minimum share of time in full collections", 1, "below this a change has no visible effect, unless one is long");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long full collection", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time in full collections that makes the finding high", 10, "then every tenth request waits for one");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "weak-object-time",
        AppliesTo = [Runtimes.Node],
        Summary = $"Clearing weak references takes at least {Least} of the pauses of full collections, and these take at least "
            + $"{LeastOfTime} of the time, or one of them at least {Long}.",
        Background = "Marking is done beside the program, but what weak references lead to is only known when it is complete. Entries of "
            + "WeakMaps are visited until no more keys are found, and WeakRefs, cells of FinalizationRegistries and handles of addons are "
            + "cleared, all in the pause. It takes time in proportion to their number, whether their objects live or not.",
        Thresholds = [Least, LeastOfTime, Long, High],
        Needs = [NodeNeeds.Trace],
        Advises =
        [
            "keep the value in a property of the object, or in a Map whose entries are removed",
            "call close or dispose instead of a FinalizationRegistry for every object",
        ],
        Confidence = Confidence.Certain("V8 reports the time of these phases"),
        Versions = "Node.js 14 and later.",
        Sources =
        [
            "V8, src/heap/mark-compact.cc (MarkTransitiveClosureUntilFixpoint, ClearNonLiveReferences)",
            "samples/node/weak.js, and the same with STRONG=1",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var full = CollectionGroup.Select(recording, collection => collection.Generation == Generations.Full);
        if (full.Count == 0) return Verdict.Silent;
        if (recording.Phases.Names.Count == 0) return NodeNeeds.Trace.Missing();
        if (!(full.PercentOfTime >= LeastOfTime.Value) && full.PauseMaxNanoseconds < Long.Nanoseconds) return Verdict.Silent;
        var times = WeakTimes.Compute(recording);
        var percent = 100.0 * times.Clearing / Math.Max(1, full.PauseTotalNanoseconds.Value);
        if (percent < Least.Value) return Verdict.Silent;
        var share = full.PercentOfTime ?? 0;
        return Verdict.Found(new Finding(
            Id,
            share >= High.Value ? Severity.High : Severity.Medium,
            $"Clearing weak references takes {Quantities.Percent(Math.Min(100, percent))} of the pauses of "
            + $"{Quantities.Count(full.Count, "full collection")}, up to {Quantities.Duration(full.PauseMaxNanoseconds)} long",
            [
                Evidence.Time("weak_references_ms", "clearing weak references", times.Clearing),
                Evidence.Time(
                    "ephemerons_ms", "following entries of WeakMaps and WeakSets, with the marking that was left to do", times.Ephemerons),
                Evidence.Time("pause_total_ms", $"pauses of full collections (gc {full.Numbers})", full.PauseTotalNanoseconds),
                Evidence.Time("pause_max_ms", $"longest (gc {full.LongestNumber})", full.PauseMaxNanoseconds),
            ],
            [
                times.Tables > times.Clearing / 4
                    ? new(
                        "Find the large WeakMaps (a heap snapshot shows them as WeakMap with their table). Keep the value in a private "
                        + "field or a symbol property of the key: it then costs no more than any property.",
                        Code: "class Request { #facts = null; }  // instead of facts.set(request, …)")
                    : new(
                        "Find who makes so many WeakRefs or registers each object in a FinalizationRegistry. Close or dispose what has an "
                        + "owner, and register only what has none.",
                        Code: "using file = open(path);  // or try { … } finally { file.close(); }"),
                new("Fewer full collections cost less of it: look at the other findings, which name why they start."),
            ],
            $"Saves up to {Quantities.Duration(times.Clearing)} of {Quantities.Duration(full.PauseTotalNanoseconds)} in full "
            + "collections.",
            Gain.PausesUpTo(process, times.Clearing)),
            full);
    }

    /// <summary>Time of pauses for weak references, in nanoseconds. V8 nests some of these phases: what contains them limits the sum.
    /// </summary>
    /// <param name="Ephemerons">Marking through entries of WeakMaps; also whatever was left to mark.</param>
    /// <param name="Clearing">Clearing all kinds.</param>
    /// <param name="Tables">Of it entries of WeakMaps and WeakSets.</param>
    private sealed record WeakTimes(long Ephemerons, long Clearing, long Tables)
    {
        public static WeakTimes Compute(Recording recording)
        {
            var (clear, ephemerons, clearing, tables) = (0L, 0L, 0L, 0L);
            foreach (var phase in recording.Phases)
            {
                if (phase.Concurrent) continue;
                var (name, time) = (phase.Name, phase.DurationNanoseconds);
                if (name == "clear") clear += time;
                if (name == "clear.weak_collections") tables += time;
                if (name.StartsWith("mark.weak_closure", StringComparison.Ordinal)) ephemerons += time;
                if (name.StartsWith("clear.", StringComparison.Ordinal) && name.Contains("weak", StringComparison.Ordinal))
                    clearing += time;
            }

            return new(ephemerons, Math.Min(clear, clearing), tables);
        }
    }
}
