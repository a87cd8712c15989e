using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// One reference holds most of the objects that live long, and young collections copy what survives: the samples of a
/// flight recording name the class and field to change.
/// </summary>
public sealed class ObjectsHeldBy : JvmRule
{
    private const double LeastSurvival = 0.3;
    private const double LowThroughputPercent = 95;

    /// <inheritdoc/>
    public override string Id => "objects-held-by";

    /// <inheritdoc/>
    public override string Summary => "Young collections copy most of what they meet, and one reference holds most of the sampled objects that lived long.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Holders is not { } holders) return Verdict.Silent;
        if (Survival(process.Recording) is not { } survival || survival < LeastSurvival) return Verdict.Silent;
        if (holders.Held == 0)
        {
            return Verdict.NotApplicable("The recording has sampled long-lived objects, but not who holds them: dump it with jcmd PID JFR.dump path-to-gc-roots=true (it stops the program for some tenths of a second).");
        }

        if (KnownHolder.Find(process) is not { } holder) return Verdict.Silent;
        var severity = process.Summary.Pauses.ThroughputPercent < LowThroughputPercent ? Severity.High : Severity.Medium;
        var title = Of($"{holder.Via} holds {holder.Objects} of {holder.Held} sampled objects that lived long; the oldest was {holder.MaxAgeNanoseconds / 1e9:0.0} s old");
        List<Evidence> evidence = [.. holder.Evidence(), new("share of the young bytes that survived young collections", Math.Round(survival * 100, 1), "percent")];
        var gain = process.Summary.Pauses.ThroughputPercent is { } throughput
            ? Of($"What is let go early dies young and is never copied; at most {100 - throughput:0.#} % of the time comes back.")
            : null;
        return Verdict.Found(new Finding(Id, severity, title, evidence, [holder.Advice()], gain));
    }

    /// <summary>The share of the young bytes that survived, 0 to 1; null where no collection tells.</summary>
    private static double? Survival(Recording recording)
    {
        Total survived = default, collected = default;
        foreach (var collection in recording.Collections)
        {
            if (collection is not { Generation: Generations.Young or Generations.Mixed, SurvivorBytes: { } kept, YoungBeforeBytes: { } before } || collection.Cause == Causes.Diagnostic) continue;
            survived += kept;
            collected += before;
        }

        return collected == 0 ? null : (double)survived / collected;
    }
}
