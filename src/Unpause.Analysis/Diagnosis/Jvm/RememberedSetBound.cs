namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>G1's young pauses spend their time on remembered sets (pointers into the collected regions), not on copying.</summary>
internal sealed class RememberedSetBound : Rule
{
    /// <summary>The phases that update, merge and scan remembered sets, and the versions that have them.</summary>
    private static readonly (string Phase, string Versions)[] Phases =
    [
        (JvmPhases.UpdateRememberedSets, "7-13"),
        (ScanRememberedSets, "7-13"),
        (JvmPhases.MergeHeapRoots, "14-25"),
        (JvmPhases.ScanHeapRoots, "14-25"),
    ];

    private const string ScanRememberedSets = "Scan RS";

    private static readonly string[] Names = Array.ConvertAll(Phases, phase => phase.Phase);

    private static readonly Threshold Least = Threshold.Percent(
        "smallest share of young pause time", 40, "a young pause should mostly copy; here another phase takes as much");

    private static readonly Threshold LeastMean = Threshold.Milliseconds(
        "shortest mean young pause", 10, "shorter pauses need no improvement");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "remembered-set-bound",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"G1's young pauses take at least {LeastMean} on average, and at least {Least} of their time goes into updating and "
            + "scanning remembered sets.",
        Background = "G1's young pauses spend their time on finding pointers into the collected regions, not on copying. The cause is "
            + "large, long-lived maps, lists or arrays that are modified all the time. Each write of a reference to a new object into "
            + "an old one dirties a card that G1 must scan.",
        Thresholds = [Least, LeastMean],
        Needs = [JvmNeeds.Phases],
        Advises =
        [
            "let concurrent refinement threads do more of the work before the pause",
            "use larger regions",
            "find large, long-lived maps, lists or arrays that are modified all the time",
        ],
        Confidence = Confidence.Certain("the runtime reports the phases of its pauses"),
        Versions = "G1 of JDK 7 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1RemSet.cpp, g1GCPhaseTimes.cpp",
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Garbage-First Garbage Collector Tuning",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!Array.Exists(Names, name => recording.Phases.IndexOfName(name) >= 0)) return JvmNeeds.Phases.Missing();
        // The mean cannot exceed the maximum, so short pauses need no look at their phases.
        if (process.Summary.Pauses.MaxNanoseconds is not { } longest || longest < LeastMean.Nanoseconds) return Verdict.Silent;
        if (PhaseTimes.Compute(recording, Names) is not { } work) return Verdict.Silent;
        var pauses = CollectionGroup.OfPauses(
            recording,
            (in Pause pause, Collection collection) =>
                work[pause.Collection] is not null && collection.Generation is Generations.Young or Generations.Mixed);
        if (pauses.PauseCount == 0) return Verdict.Silent;
        var (count, total, spent) = (pauses.PauseCount, pauses.PauseTotalNanoseconds, Spent(recording, pauses, work));
        if (total / count < LeastMean.Nanoseconds) return Verdict.Silent;
        // Level info logs merging but not scanning, so little merging does not rule the finding out.
        if (spent < total * Least.Share) return HasScanning(recording) ? Verdict.Silent : JvmNeeds.Phases.Missing();
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "remembered_set_percent", $"time on remembered sets as a share of {count} young and mixed pauses", 100.0 * spent / total),
            Evidence.Time("pause_mean_ms", "mean young pause", total / count),
            Evidence.Time("remembered_set_mean_ms", "mean time on remembered sets", spent / count),
        ];
        List<Advice> advice =
        [
            new(
                "Let concurrent refinement threads do more of the work before the pause (percent of the pause goal that it may take, "
                + "default 10; JDK 7 and later).",
                "-XX:G1RSetUpdatingPauseTimePercent=5"),
            new("Use larger regions, which have fewer pointers between them (JDK 7 and later).", "-XX:G1HeapRegionSize=16m"),
            new("Find large, long-lived maps, lists or arrays that are modified all the time. Each write of a reference to a new "
                + "object into an old one dirties a card that G1 must scan."),
        ];
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Remembered sets take {100.0 * spent / total:0} % of young pause time",
            evidence,
            advice,
            $"Saves up to {Quantities.Duration(spent / count)} per young pause.",
            Gain.PausesUpTo(process, spent)),
            pauses);
    }

    private static bool HasScanning(Recording recording) =>
        recording.Phases.IndexOfName(ScanRememberedSets) >= 0 || recording.Phases.IndexOfName(JvmPhases.ScanHeapRoots) >= 0;

    /// <summary>Time of the phases in the pauses of a group; collections without these pauses don't count.</summary>
    private static long Spent(Recording recording, CollectionGroup pauses, PhaseTimes work)
    {
        var spent = default(Total);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (pauses.Has(pause.Collection)) spent += work[pause.Collection] ?? 0;
            }
        }

        return spent.Value;
    }
}
