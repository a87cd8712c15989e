namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Serial and Parallel: young pauses are long although little is copied. Each young collection also examines the parts of the old
/// generation in which references were written since the last one (dirty cards); a large old array or map written at random makes that
/// nearly all of it.
/// </summary>
internal sealed class OldToYoungReferences : Rule
{
    private static readonly Threshold MostCopied = Threshold.Percent(
        "largest share of young pause time that copying explains", 35, "with more, fewer survivors help first");

    private static readonly Threshold LeastMean = Threshold.Milliseconds(
        "smallest mean young pause", 20, "shorter ones have other costs, such as thread stacks");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "smallest share of run time in young pauses", 2, "below it, little is to be gained");

    private static readonly Threshold High = Threshold.Percent(
        "share of run time from which the finding is high", 10, "GC is the first thing to improve");

    private static readonly Threshold LeastOld = Threshold.Mebibytes(
        "smallest old generation", 100, "a smaller one is examined in a few milliseconds");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest young pauses", 5, "pauses", "the first collections promote what is loaded at startup");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "old-to-young-references",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Serial or Parallel: young pauses of at least {LeastMean} on average take at least {LeastOfTime} of the time, and "
            + $"copying survivors explains at most {MostCopied} of it, while the old generation has at least {LeastOld}.",
        Background = "A young collection examines each part of the old generation in which a reference was written since the last one: "
            + "every write marks 512 bytes (a card). Large arrays and maps of references that are updated at random have nearly all of "
            + "their cards marked, so every young collection reads all of them, and the objects that they refer to.",
        Thresholds = [MostCopied, UndividedYoungPauses.CopyRate, LeastMean, LeastOfTime, High, LeastOld, Fewest],
        Needs = [JvmNeeds.Spaces],
        Advises =
        [
            "keep numbers instead of references in large structures that are written at random",
            "use G1, which examines written cards concurrently",
        ],
        FollowsFrom =
        [
            "starved-collector", "reference-processing", "growing-live-set", "metadata-collections",
            "slow-safepoints", "objects-retained-too-long",
        ],
        Confidence = Confidence.Likely(
            "Serial and Parallel log no phases: copying does not explain the time, and little else but written cards grows with the old "
            + "generation; weak references and deep stacks are the rarer reasons"),
        Versions = "Serial and Parallel, JDK 8 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/serial/cardTableRS.cpp; src/hotspot/share/gc/parallel/psCardTable.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Source.Collector is not (JvmCollectors.Parallel or JvmCollectors.Serial)) return Verdict.Silent;
        if (process.Shared(UndividedYoungPauses.Compute) is not { } young) return JvmNeeds.Spaces.Missing();
        if (recording.ObservedNanoseconds is not (> 0 and var observed) || young.Count < Fewest.Value) return Verdict.Silent;
        var mean = young.PauseTotal / young.Count;
        var share = young.PauseTotal.Value / (double)observed;
        if (mean < LeastMean.Nanoseconds || share < LeastOfTime.Share) return Verdict.Silent;
        if (young.CopyShare > MostCopied.Share || young.OldBytes < LeastOld.Value) return Verdict.Silent;
        var rest = (long)(young.PauseTotal.Value * (1 - young.CopyShare));
        return Verdict.Found(new Finding(
            Id,
            share >= High.Share ? Severity.High : Severity.Medium,
            $"Young collections take {Quantities.Duration(mean)} although they copy only "
            + $"{Quantities.Bytes(young.Survivors.Value / (double)young.Count)}: most of it is reading old objects that were written to",
            [
                Evidence.Time("pause_mean_ms", $"mean of {young.Count} young pauses", mean),
                Evidence.Size(
                    "survivor_mean_bytes", "mean bytes that survived a young collection", young.Survivors.Value / (double)young.Count),
                Evidence.Percent("copying_percent", "share of pause time that copying them explains", young.CopyShare * 100),
                Evidence.Size("old_generation_bytes", "old generation before them, median", young.OldBytes),
                Evidence.Time("young_pause_total_ms", "total time of young pauses", young.PauseTotal),
            ],
            [
                new(
                    "Find the large array or map of references that is updated all the time, and keep numbers or indexes in it (int[], "
                    + "long[], a primitive collection): writes of numbers mark nothing. Or split it, so that a part is written at a time."),
                new(
                    "Or use G1 instead of the collector that is chosen now (-XX:+UseG1GC in the place of its switch; two collectors' "
                    + "switches together keep the JVM from starting): it examines written cards while the application runs, which costs "
                    + "throughput."),
            ],
            $"Saves up to {Quantities.Duration(rest)} of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            Gain.PausesUpTo(process, rest))
        {
            Concerns = felt => felt.Pause >= 0 && recording.Pauses[felt.Pause].Collection >= 0
                && recording.Collections[recording.Pauses[felt.Pause].Collection].Generation == Generations.Young,
        });
    }
}
