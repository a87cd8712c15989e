namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// One reference retains most long-lived objects, and young collections copy the survivors. The old-object samples of a flight recording
/// name the class and field to change.
/// </summary>
internal sealed class DominantRetainer : Rule
{
    private static readonly Threshold LeastSurvival = Threshold.Percent(
        "smallest share of young bytes that survives", 30, "in most services few objects survive; here a third does");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the finding is high", 95, "copying then costs a notable share of run time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "dominant-retainer",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"At least {LeastSurvival} of the young bytes survive young collections, and one reference retains at least "
            + $"{RetainingReference.Least} of the sampled long-lived objects.",
        Background = "One reference retains most long-lived objects, and young collections copy the survivors. The old-object samples of a "
            + "flight recording name the class and the field to change.",
        Thresholds = [LeastSurvival, RetainingReference.Least, RetainingReference.Fewest, RetainingReference.MediumLived, LowThroughput],
        Needs = [JvmNeeds.Retainers],
        Advises =
        [
            "clear the reference when the work is done, or let it reference an id instead",
            "limit the size of what is retained for good",
        ],
        Confidence = Confidence.Likely("the samples show the retainer, but there are few of them"),
        Versions = "JDK 11 and later (flight recordings with old-object samples).",
        Sources =
        [
            "JDK Flight Recorder, jdk.OldObjectSample",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Retainers is not { } retainers) return Verdict.Silent;
        if (Survival(process.Recording) is not { } survival || survival < LeastSurvival.Share) return Verdict.Silent;
        if (retainers.Held == 0)
        {
            return JvmNeeds.Retainers.Missing();
        }

        if (RetainingReference.Find(process) is not { } retainer) return Verdict.Silent;
        var severity = process.Summary.Pauses.ThroughputPercent < LowThroughput.Value ? Severity.High : Severity.Medium;
        var title = $"{retainer.Via} retains {retainer.Objects} of {retainer.Held} sampled long-lived objects; the oldest "
            + $"is {retainer.MaxAgeNanoseconds / 1e9:0.0} s old";
        List<Evidence> evidence =
            [.. retainer.Seen(), Evidence.Percent(
                "survival_percent", "share of young bytes that survived", survival * 100)];
        var gain = process.Summary.Pauses.ThroughputPercent is { } throughput
            ? $"Saves up to {100 - throughput:0.#} % of run time: objects that are released early die young and are not copied."
            : null;
        return Verdict.Found(new Finding(Id, severity, title, evidence, [retainer.Advice()], gain, GainOf(process)));
    }

    private static Gain? GainOf(AnalysedProcess process) =>
        process.Summary.Pauses.ThroughputPercent is { } throughput ? Gain.ThroughputUpTo(100 - throughput) : null;

    /// <summary>The share of the young bytes that survived, 0 to 1; null if not recorded.</summary>
    private static double? Survival(Recording recording)
    {
        Total survived = default, collected = default;
        foreach (var collection in recording.Collections)
        {
            if (collection is not { Generation: Generations.Young or
                Generations.Mixed, SurvivorBytes: { } kept, YoungBeforeBytes: { } before } || collection.Cause == Causes.Diagnostic)
            {
                continue;
            }

            survived += kept;
            collected += before;
        }

        return ByteShare.Compute(survived, collected);
    }
}
