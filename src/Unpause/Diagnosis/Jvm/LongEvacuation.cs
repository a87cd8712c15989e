using Unpause.Analysis;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Young pauses that are long because much survives: copying survivors dominates them. A young collection costs what
/// it copies, not what dies, so the cause is objects that live longer than they should.
/// </summary>
public sealed class LongEvacuation : JvmRule
{
    /// <summary>Long copying pauses must make up this share of all young pause time.</summary>
    private const double LeastShare = 0.25;
    private const long HighNanoseconds = 100_000_000;

    /// <summary>Most services' objects die young; above this share of survivors something keeps them.</summary>
    private const double NotableSurvival = 0.1;

    /// <inheritdoc/>
    public override string Id => "long-evacuation";

    /// <inheritdoc/>
    public override string Summary => "Young pauses of 50 ms and more whose time goes into copying surviving objects.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(Evacuations.Of) is not { } found)
        {
            return Verdict.NotApplicable("The log doesn't say what young pauses spend their time on: G1 prints it with -Xlog:gc*,gc+phases=debug (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8).");
        }

        if (found.Longest is not { } longest || found.LongTotal < found.PauseTotal * LeastShare) return Verdict.Silent;
        var severity = longest.DurationNanoseconds >= HighNanoseconds ? Severity.High : Severity.Medium;
        var title = Of($"Copying survivors takes {found.CopyShare * 100:0} % of the young pauses, the longest of which lasts {Milliseconds(longest.DurationNanoseconds)} ms");
        return Verdict.Found(new Finding(Id, severity, title, EvidenceOf(process, found, longest), AdviceOn(process, found), GainOf(found)));
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, Evacuations found, in Recordings.Pause longest)
    {
        var number = process.Recording.Collections[longest.Collection].Number;
        List<Evidence> evidence =
        [
            new(Of($"share of {found.Pauses} young and mixed pauses that was copying (phase \"{found.CopyPhase}\")"), Math.Round(found.CopyShare * 100, 1), "percent"),
            new(Of($"longest such pause (collection {number})"), Milliseconds(longest.DurationNanoseconds), "ms"),
            new("pauses of 50 ms and more that were mostly copying", found.Long, "pauses"),
            new("copying a pause, mean", Milliseconds(found.CopyTotal / found.Pauses), "ms"),
        ];
        if (found.Survivors is { } survivors) evidence.Add(new("bytes that survived a young collection, mean", survivors / found.Told, "bytes"));
        if (found.SurvivalRate is { } rate) evidence.Add(new("share of the young bytes that survived", Math.Round(rate * 100, 1), "percent"));
        if (found.Survivors is > 0) evidence.Add(new("copying time for each GiB that survived", Math.Round(found.CopyTotal / (double)found.Pauses * found.Told / 1e6 * (1 << 30) / found.Survivors.Value), "ms"));
        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, Evacuations found)
    {
        List<Advice> advice = [];
        if (KnownHolder.Find(process) is { } holder)
        {
            advice.Add(holder.Advice());
        }
        else if (found.SurvivalRate is null or >= NotableSurvival)
        {
            advice.Add(new(
                "Find who still holds the objects when the collector comes: timers, futures, queues and caches that keep a reply after it was delivered. Compare class counts right before and after a young collection, or two versions; the class whose count is high and plunges is the one. (JDK 9 and later: jcmd; JDK 8: jmap -histo.)",
                "jcmd PID GC.class_histogram -all"));
            advice.Add(new("Name the holder without a heap dump: start a flight recording, and dump it with paths to GC roots (JDK 11 and later).", "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"));
        }

        advice.Add(new("A smaller young generation copies less at a time, more often: G1 sizes it by its pause goal. It shortens each pause, not the time in GC. Enlarging it is no cure as long as objects live longer than the time between two collections.", "-XX:MaxGCPauseMillis=100"));
        return advice;
    }

    private static string GainOf(Evacuations found)
    {
        var rest = (found.PauseTotal - found.CopyTotal) / found.Pauses;
        return Of($"Copying costs in proportion to what survives: if nothing survived, the mean young pause would fall from {Milliseconds(found.PauseTotal / found.Pauses)} to about {Milliseconds(rest)} ms.");
    }
}
