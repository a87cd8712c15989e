using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Objects of medium life: something holds them for seconds, so that young collections copy nearly all of them, the
/// old generation fills with them, and marking then finds them dead. A timer that keeps each reply until its timeout
/// is the classic. It is no leak (they do die) and no matter of the allocation rate (the fixed program has the same).
/// </summary>
public sealed class ObjectsHeldTooLong : JvmRule
{
    private const int FewestYoungCollections = 5;
    private const double LeastSurvival = 0.3;
    private const double LeastPromotedShare = 0.3;
    private const double LeastDiedInOld = 0.5;
    private const double LowThroughputPercent = 95;

    /// <summary>
    /// What lives shorter is work in progress. It is promoted too where the young generation holds less than a lifetime of
    /// allocation, but then the heap is small for the allocation rate, and nothing is held.
    /// </summary>
    private const double LeastLifetimeSeconds = 0.5;

    /// <inheritdoc/>
    public override string Id => "objects-held-too-long";

    /// <inheritdoc/>
    public override string Summary => "Most new objects survive young collections, are promoted, and die in the old generation: something holds them for seconds after their use.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(ObjectLifetimes.Of) is not { } lives)
        {
            return Verdict.NotApplicable("The lifetime of objects needs sizes of the spaces and at least one collection that marked the whole heap: record longer, with -Xlog:gc* (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8).");
        }

        if (lives.YoungCollections < FewestYoungCollections || lives.SurvivalRate < LeastSurvival) return Verdict.Silent;
        if (lives.PromotedShare < LeastPromotedShare || lives.DiedInOld < LeastDiedInOld) return Verdict.Silent;
        if (lives.LifetimeSeconds < LeastLifetimeSeconds) return Verdict.Silent;
        var severity = process.Summary.Pauses.ThroughputPercent < LowThroughputPercent ? Severity.High : Severity.Medium;
        var title = Of($"Objects live about {lives.LifetimeSeconds:0.0} s and then die in the old generation: {lives.SurvivalRate * 100:0} % of the young bytes survive each young collection");
        return Verdict.Found(new Finding(Id, severity, title, EvidenceOf(process, lives), AdviceOn(process, lives), GainOf(process, lives)));
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, ObjectLifetimes lives)
    {
        List<Evidence> evidence =
        [
            new(Of($"mean life of an object: live after marking ({Size(lives.MedianLive)}, median of {lives.Marks}) ÷ allocation rate ({Size(lives.AllocationRate)}/s), Little's law; the wait for the next marking is part of it"), Math.Round(lives.LifetimeSeconds, 2), "s"),
            new(Of($"share of the young bytes that survived, over {lives.YoungCollections} young collections"), Math.Round(lives.SurvivalRate * 100, 1), "percent"),
            new("promotion rate", Math.Round(lives.PromotionRate), "bytes per second"),
            new("share of what is allocated that is promoted", Math.Round(lives.PromotedShare * 100, 1), "percent"),
            new("share of the promoted bytes that died in the old generation, so this is no leak", Math.Round(lives.DiedInOld * 100, 1), "percent"),
            new("allocation rate", Math.Round(lives.AllocationRate), "bytes per second"),
        ];
        if (process.Summary.Pauses.ThroughputPercent is { } throughput) evidence.Add(new("throughput: share of time outside pauses", Math.Round(throughput, 2), "percent"));
        if (TenuringThresholds.Of(process.Recording) is { Collapsed: > 0 } tenuring)
        {
            evidence.Add(new(Of($"young collections that lowered the tenuring threshold to {tenuring.Lowest} of {tenuring.Max} because survivors overflowed (of {tenuring.Told})"), tenuring.Collapsed, "collections"));
        }

        if (KnownHolder.Find(process) is { } holder) evidence.AddRange(holder.Evidence());
        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, ObjectLifetimes lives)
    {
        var needed = lives.AllocationRate * lives.LifetimeSeconds;
        List<Advice> advice =
        [
            new(Of($"Look for what keeps finished work for up to {lives.LifetimeSeconds:0.#} s: a timeout task that captures its request or reply, a delay queue, a cache with an expiry, a retry buffer. Cancel the timer when the answer arrives, or let its task hold an id instead of the object."), Code: "Timeout timeout = timer.newTimeout(task, 3, SECONDS); future.whenComplete((r, e) -> timeout.cancel());"),
            new("Name the class: its instances are many in a histogram of all objects and few in one of the live ones. The live one costs a full collection.", "jcmd PID GC.class_histogram -all; jcmd PID GC.class_histogram"),
        ];
        advice.Insert(
            0,
            KnownHolder.Find(process)?.Advice()
            ?? new("Name the holder: old-object samples with their path to a GC root (JDK 11 and later; the dump stops the program for some tenths of a second). unpause reads the file.", "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"));
        var maximum = process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes;
        advice.Add(maximum > needed * 3
            ? new(Of($"A larger young generation only helps once it holds a whole lifetime of allocation, about {Size(needed)}, with survivor spaces to match; below that it makes each pause longer."))
            : new(Of($"Enlarging the young generation is no way out: it would have to hold a whole lifetime of allocation, about {Size(needed)}, beside the rest of the heap.")));
        return advice;
    }

    private static string GainOf(AnalysedProcess process, ObjectLifetimes lives)
    {
        var copied = Of($"Objects that are let go when they are done die young and cost nothing: the {Size(lives.PromotionRate)} promoted a second, their copying and the marking of the old generation fall away");
        return process.Summary.Pauses.ThroughputPercent is { } throughput ? Of($"{copied}; at most {100 - throughput:0.#} % of the time comes back.") : copied + ".";
    }
}
