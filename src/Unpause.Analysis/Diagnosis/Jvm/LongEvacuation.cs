namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Young pauses that are long because many objects survive: copying dominates them. The cost of a young collection depends on what it
/// copies, not on what dies, so the cause is objects that live longer than they should.
/// </summary>
internal sealed class LongEvacuation : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "smallest share of young pause time in such pauses", 25, "below it, something else matters more");

    private static readonly Threshold Often = Threshold.Percent(
        "share of run time in such pauses from which the finding is high", 1, "one request in 100 meets one, so they decide the p99");

    private static readonly Threshold Seldom = Threshold.Percent(
        "share of run time in such pauses below which the finding is low", 0.1, "fewer than one request in 1,000 meets one");

    private static readonly Threshold VeryLong = Threshold.Seconds(
        "pause from which the finding is never low", 1, "requests time out or are retried, however rare it is");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest pauses for a frequency", 5, "pauses", "fewer may be a fragment of a log");

    private static readonly Threshold NotableSurvival = Threshold.Percent(
        "survival from which something must retain objects", 10, "in most services nearly all objects die young");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "long-evacuation",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Young pauses of at least {Evacuations.LongPause} spend at least {Evacuations.MostlyCopying} of their time copying "
            + $"survivors, and take at least {Least} of young pause time.",
        Background = "The cost of a young collection depends on what it copies, not on what dies. If copying survivors dominates the "
            + "pauses, the cause is objects that live longer than they should.",
        Thresholds =
        [
            Evacuations.LongPause, Evacuations.MostlyCopying, UndividedYoungPauses.CopyRate, Least, Often, Seldom, VeryLong, Fewest,
            NotableSurvival,
        ],
        Needs = [JvmNeeds.Phases],
        Helps = [JvmNeeds.Retainers],
        Advises =
        [
            "find what keeps the objects reachable when a young collection starts",
            "find the retainer with a flight recording",
            "let finished work be released earlier: no size of the young generation helps while objects outlive it",
        ],
        FollowsFrom =
        [
            "soft-reference-cache",
            "dominant-retainer",
            "objects-retained-too-long",
            "growing-live-set",
            "metadata-collections",
            "starved-collector",
            "evacuation-failure",
        ],
        Confidence = Confidence.Certain("the runtime reports the phases of its pauses"),
        Versions = "G1 of JDK 8 and later, with its phases logged; Serial and Parallel with the sizes of their spaces.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1GCPhaseTimes.cpp",
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Garbage-First Garbage Collector Tuning",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(Evacuations.Compute) is not { } found)
        {
            return process.Shared(UndividedYoungPauses.Compute) is { } young ? CheckUndivided(process, young) : JvmNeeds.Phases.Missing();
        }

        if (found.Longest is not { } longest || found.LongTotal < found.PauseTotal * Least.Share) return Verdict.Silent;
        var title = $"Copying survivors takes {found.CopyShare * 100:0} % of young pause time; "
            + $"the longest pause took {Quantities.Duration(longest.DurationNanoseconds)}";
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(process, found, longest),
            title,
            EvidenceOf(process, found, longest),
            AdviceOn(process, found),
            GainOf(found),
            Gain.PausesUpTo(process, found.CopyTotal)));
    }

    /// <summary>Serial and Parallel, which log no phases: what survives explains the pauses.</summary>
    private Verdict CheckUndivided(AnalysedProcess process, UndividedYoungPauses young)
    {
        if (young.LongTotal < young.PauseTotal * Least.Share || young.CopyShare < Evacuations.MostlyCopying.Share
            || !(young.SurvivalRate >= NotableSurvival.Share) || young.Count < Fewest.Value)
        {
            return Verdict.Silent;
        }

        var found = new Evacuations(
            young.Count, young.PauseTotal, Total.From((long)(young.PauseTotal.Value * young.CopyShare)), "", young.Long, young.LongTotal,
            young.Longest, young.Count, young.Survivors.Value, young.Collected.Value);
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(process, found, young.Longest),
            $"{young.SurvivalRate * 100:0} % of the young bytes survive each young collection, "
            + $"and copying them explains {(young.CopyShare < 1 ? $"{young.CopyShare * 100:0} %" : "all")} of its time",
            [
                Evidence.Percent("survival_percent", "share of young bytes that survived", young.SurvivalRate!.Value * 100),
                Evidence.Size(
                    "survivor_mean_bytes", "mean bytes that survived a young collection", young.Survivors.Value / (double)young.Count),
                Evidence.Time("pause_max_ms", "longest young pause", young.Longest.DurationNanoseconds),
                Evidence.Count("long_pauses", $"young pauses of at least {Evacuations.LongPause}", young.Long, "pauses"),
                Evidence.Time("long_pause_total_ms", "total time of these pauses", young.LongTotal.Value),
            ],
            AdviceOn(process, found),
            GainOf(found),
            Gain.PausesUpTo(process, found.CopyTotal))
        {
            Confidence = Confidence.Likely(
                "Serial and Parallel log no phases: the time is computed from the bytes that survived, at the rate of small objects"),
        });
    }

    /// <summary>By the share of requests that meet such a pause, which is the share of run time in such pauses.</summary>
    private static Severity SeverityOf(AnalysedProcess process, Evacuations found, in Recordings.Pause longest)
    {
        if (found.Pauses < Fewest.Value || process.Recording.ObservedNanoseconds is not (> 0 and var observed)) return Severity.Medium;
        var share = found.LongTotal.Value / (double)observed;
        if (share >= Often.Share) return Severity.High;
        return share >= Seldom.Share || longest.DurationNanoseconds >= VeryLong.Nanoseconds ? Severity.Medium : Severity.Low;
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, Evacuations found, in Recordings.Pause longest)
    {
        var number = process.Recording.Collections[longest.Collection].Number;
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "copying_percent",
                $"copying (phase \"{found.CopyPhase}\") as a share of {found.Pauses} young and mixed pauses", found.CopyShare * 100),
            Evidence.Time("pause_max_ms", $"longest of these pauses (collection {number})", longest.DurationNanoseconds),
            Evidence.Count("long_pauses", $"pauses of at least {Evacuations.LongPause} dominated by copying", found.Long, "pauses"),
            Evidence.Time("long_pause_total_ms", "total time of these pauses", found.LongTotal.Value),
            Evidence.Time("copying_mean_ms", "mean copying time per pause", found.CopyTotal / found.Pauses),
        ];
        if (found.Survivors is { } survivors)
        {
            evidence.Add(Evidence.Size("survivor_mean_bytes", "mean bytes that survived a young collection", survivors / found.Reported));
        }

        if (found.SurvivalRate is { } rate)
        {
            evidence.Add(Evidence.Percent("survival_percent", "share of young bytes that survived", rate * 100));
        }

        if (found.Survivors is > 0)
        {
            evidence.Add(Evidence.Time(
                "copying_per_gib_ms",
                "copying time per GiB that survived",
                found.CopyTotal / (double)found.Pauses * found.Reported * (1 << 30) / found.Survivors.Value));
        }

        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, Evacuations found)
    {
        List<Advice> advice = [];
        if (RetainingReference.Find(process) is { } retainer)
        {
            advice.Add(retainer.Advice());
        }
        else if (!(found.SurvivalRate < NotableSurvival.Share))
        {
            advice.Add(new(
                "Find what keeps the objects reachable when a young collection starts: timers, futures, queues and caches that retain a "
                + "reply after it was delivered. Compare instance counts right before and after a collection: look for the class with a "
                + "high count that drops sharply (each count of live objects costs a full collection).",
                "unpause heap PID --by plunge"));
            advice.Add(new(
                "Find the retainer without a heap dump: a flight recording with paths to GC roots (JDK 11 and later).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=retained.jfr"));
        }

        return advice;
    }

    private static string GainOf(Evacuations found)
    {
        var rest = (found.PauseTotal - found.CopyTotal) / found.Pauses;
        return "Copying time is proportional to what survives: if nothing survived, the mean young pause would fall "
            + $"from {Quantities.Duration(found.PauseTotal / found.Pauses)} to about {Quantities.Duration(rest)}.";
    }
}
