using Unpause.Analysis;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Young pauses that are long because much survives: copying survivors dominates them. A young collection costs what
/// it copies, not what dies, so the cause is objects that live longer than they should.
/// </summary>
internal sealed class LongEvacuation : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of all young pause time that such pauses take", 25, "below it something else is what to work on first");

    private static readonly Threshold Often = Threshold.Percent(
        "share of the time in such pauses that makes the finding high", 1, "one request in a hundred meets one: the p99 is theirs");

    private static readonly Threshold Seldom = Threshold.Percent(
        "share of the time in such pauses below which the finding is low", 0.1, "not one request in a thousand meets one");

    private static readonly Threshold VeryLong = Threshold.Seconds(
        "a pause that is never low", 1, "requests time out or are tried again, however seldom it comes");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest pauses that tell how often one comes", 5, "pauses", "fewer may be a piece of a log, of which nobody knows the rest");

    private static readonly Threshold NotableSurvival = Threshold.Percent(
        "share of survivors from which on something keeps them", 10, "most services' objects die young");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "long-evacuation",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Young pauses of {Evacuations.LongPause} and more, of which at least {Evacuations.MostlyCopying} is the copying of "
            + $"surviving objects, take {Least} of the young pause time or more.",
        Background = "A young collection costs what it copies, not what dies. Where copying survivors dominates the pauses, the cause is "
            + "objects that live longer than they should.",
        Thresholds = [Evacuations.LongPause, Evacuations.MostlyCopying, Least, Often, Seldom, VeryLong, Fewest, NotableSurvival],
        Needs = [JvmNeeds.Phases],
        Helps = [JvmNeeds.Holders],
        Advises =
        [
            "find who still holds the objects when the collector comes",
            "name the holder with a flight recording",
            "a smaller young generation, for shorter but more pauses",
        ],
        FollowsFrom =
        [
            "objects-held-by",
            "objects-held-too-long",
            "growing-live-set",
            "metadata-collections",
            "starved-collector",
            "evacuation-failure",
        ],
        Confidence = Confidence.Certain("the runtime tells the phases of its pauses"),
        Versions = "G1 of JDK 8 and later, with its phases logged.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1GCPhaseTimes.cpp",
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Garbage-First Garbage Collector Tuning",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(Evacuations.Of) is not { } found)
        {
            return JvmNeeds.Phases.Missing();
        }

        if (found.Longest is not { } longest || found.LongTotal < found.PauseTotal * Least.Share) return Verdict.Silent;
        var title = $"Copying survivors takes {found.CopyShare * 100:0} % of the young pauses, the longest of which "
            + $"lasts {Quantities.Duration(longest.DurationNanoseconds)}";
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(process, found, longest),
            title,
            EvidenceOf(process, found, longest),
            AdviceOn(process, found),
            GainOf(found),
            Gain.PausesUpTo(process, found.CopyTotal)));
    }

    /// <summary>By how many requests meet such a pause, which is the share of the time that they take.</summary>
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
                $"share of {found.Pauses} young and mixed pauses that was copying (phase \"{found.CopyPhase}\")", found.CopyShare * 100),
            Evidence.Time("pause_max_ms", $"longest such pause (collection {number})", longest.DurationNanoseconds),
            Evidence.Count("long_pauses", $"pauses of {Evacuations.LongPause} and more that were mostly copying", found.Long, "pauses"),
            Evidence.Time("long_pause_total_ms", "all of those", found.LongTotal.Value),
            Evidence.Time("copying_mean_ms", "copying a pause, mean", found.CopyTotal / found.Pauses),
        ];
        if (found.Survivors is { } survivors)
        {
            evidence.Add(Evidence.Size("survivor_mean_bytes", "bytes that survived a young collection, mean", survivors / found.Told));
        }

        if (found.SurvivalRate is { } rate)
        {
            evidence.Add(Evidence.Percent("survival_percent", "share of the young bytes that survived", rate * 100));
        }

        if (found.Survivors is > 0)
        {
            evidence.Add(Evidence.Time(
                "copying_per_gib_ms",
                "copying time for each GiB that survived",
                found.CopyTotal / (double)found.Pauses * found.Told * (1 << 30) / found.Survivors.Value));
        }

        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, Evacuations found)
    {
        List<Advice> advice = [];
        if (KnownHolder.Find(process) is { } holder)
        {
            advice.Add(holder.Advice());
        }
        else if (!(found.SurvivalRate < NotableSurvival.Share))
        {
            advice.Add(new(
                "Find who still holds the objects when the collector comes: timers, futures, queues and caches that keep a reply after it "
                + "was delivered. Compare class counts right before and after a collection, or two versions; the class whose count is high "
                + "and plunges is the one (each count of the live ones costs a full collection).",
                "unpause heap PID --by plunge"));
            advice.Add(new(
                "Name the holder without a heap dump: a flight recording with paths to GC roots (JDK 11 and later).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"));
        }

        // A goal is only of use below the one in force, G1's default being 200 ms.
        if (JvmFacts.Bytes(process.Recording.Source.Settings.GetValueOrDefault("MaxGCPauseMillis")) <= 100) return advice;
        advice.Add(new(
            "A smaller young generation copies less at a time, more often: G1 sizes it by its pause goal. It shortens each pause, not the "
            + "time in GC. Enlarging it is no cure as long as objects live longer than the time between two collections.",
            "-XX:MaxGCPauseMillis=100"));
        return advice;
    }

    private static string GainOf(Evacuations found)
    {
        var rest = (found.PauseTotal - found.CopyTotal) / found.Pauses;
        return "Copying costs in proportion to what survives: if nothing survived, the mean young pause would fall "
            + $"from {Quantities.Duration(found.PauseTotal / found.Pauses)} to about {Quantities.Duration(rest)}.";
    }
}
