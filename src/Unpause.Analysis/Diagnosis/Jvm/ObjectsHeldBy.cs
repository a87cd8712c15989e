using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// One reference holds most of the objects that live long, and young collections copy what survives: the samples of a
/// flight recording name the class and field to change.
/// </summary>
internal sealed class ObjectsHeldBy : Rule
{
    private static readonly Threshold LeastSurvival = Threshold.Percent(
        "least share of the young bytes that survives", 30, "most services' objects die young; here a third does not");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the finding is high", 95, "then the copying costs a notable share of the time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "objects-held-by",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Young collections copy at least {LeastSurvival} of what they meet, and one reference holds {KnownHolder.Least} or "
            + "more of the sampled objects that lived long.",
        Background = "One reference holds most of the objects that live long, and young collections copy what survives. The samples of a "
            + "flight recording name the class and the field to change.",
        Thresholds = [LeastSurvival, KnownHolder.Least, KnownHolder.Fewest, KnownHolder.MediumLived, LowThroughput],
        Needs = [JvmNeeds.Holders],
        Advises =
        [
            "clear the reference when the work is done, or let it hold an id",
            "bound what is held for good",
        ],
        Confidence = Confidence.Likely("the sampled objects name their holder, and samples are few"),
        Versions = "JDK 11 and later (flight recordings with old-object samples).",
        Sources =
        [
            "JDK Flight Recorder, jdk.OldObjectSample",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Holders is not { } holders) return Verdict.Silent;
        if (Survival(process.Recording) is not { } survival || survival < LeastSurvival.Share) return Verdict.Silent;
        if (holders.Held == 0)
        {
            return JvmNeeds.Holders.Missing();
        }

        if (KnownHolder.Find(process) is not { } holder) return Verdict.Silent;
        var severity = process.Summary.Pauses.ThroughputPercent < LowThroughput.Value ? Severity.High : Severity.Medium;
        var title = $"{holder.Via} holds {holder.Objects} of {holder.Held} sampled objects that lived long; the oldest "
            + $"was {holder.MaxAgeNanoseconds / 1e9:0.0} s old";
        List<Evidence> evidence =
            [.. holder.Seen(), Evidence.Percent(
                "survival_percent", "share of the young bytes that survived young collections", survival * 100)];
        var gain = process.Summary.Pauses.ThroughputPercent is { } throughput
            ? $"What is let go early dies young and is never copied; at most {100 - throughput:0.#} % of the time comes back."
            : null;
        return Verdict.Found(new Finding(Id, severity, title, evidence, [holder.Advice()], gain, GainOf(process)));
    }

    private static Gain? GainOf(AnalysedProcess process) =>
        process.Summary.Pauses.ThroughputPercent is { } throughput ? Gain.ThroughputUpTo(100 - throughput) : null;

    /// <summary>The share of the young bytes that survived, 0 to 1; null where no collection tells.</summary>
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

        return collected == 0 ? null : (double)survived / collected;
    }
}
