using Unpause.Analysis;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Objects of medium life: something holds them for seconds, so that young collections copy nearly all of them, the
/// old generation fills with them, and marking then finds them dead. A timer that keeps each reply until its timeout
/// is the classic. It is no leak (they do die) and no matter of the allocation rate (the fixed program has the same).
/// </summary>
internal sealed class ObjectsHeldTooLong : Rule
{
    /// <summary>
    /// What lives shorter is work in progress. It is promoted too where the young generation holds less than a lifetime of
    /// allocation, but then the heap is small for the allocation rate, and nothing is held.
    /// </summary>

    private static readonly Threshold LeastSurvival = Threshold.Percent(
        "least share of the young bytes that survives", 30, "most services' objects die young; here a third does not");

    private static readonly Threshold LeastPromoted = Threshold.Percent(
        "least share of what is allocated that is promoted", 30,
        "survivors that die before they are old are copied twice or so, and no more");

    private static readonly Threshold LeastDied = Threshold.Percent(
        "least share of the promoted bytes that die again", 50, "where less dies it is a leak or a cache");

    private static readonly Threshold LeastLifetime = Threshold.Seconds(
        "shortest mean life", 0.5,
        "what lives shorter is work in progress: it is promoted too where the young generation is small, but nothing holds it");

    private static readonly Threshold Fewest = Threshold.Count("fewest young collections", 5, "collections", "a share of fewer is chance");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the finding is high", 95, "then the copying costs a notable share of the time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "objects-held-too-long",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"At least {LeastSurvival} of the young bytes survive, {LeastPromoted} of what is allocated is promoted and "
            + $"{LeastDied} of that dies in the old generation: something holds objects for seconds after their use.",
        Background = "Objects of medium life: something holds them for seconds, so that young collections copy nearly all of them, the old "
            + "generation fills with them, and marking then finds them dead. A timer that keeps each reply until its timeout is the "
            + "classic. It is no leak (they do die) and no matter of the allocation rate (the fixed program has the same).",
        Thresholds = [LeastSurvival, LeastPromoted, LeastDied, LeastLifetime, Fewest, LowThroughput],
        Needs = [JvmNeeds.Lifetimes],
        Helps = [JvmNeeds.Holders],
        Advises =
        [
            "cancel the timer, or let its task hold an id instead of the object",
            "name the holder with old-object samples of a flight recording",
            "compare the histogram of all objects with that of the live ones",
        ],
        FollowsFrom = ["objects-held-by", "metadata-collections"],
        Confidence = Confidence.Likely("sizes before and after collections fit; who holds the objects they don't tell"),
        Versions = "All versions and collectors that print the sizes of their spaces; G1 and Parallel best.",
        Sources =
        [
            "J. D. C. Little, A Proof for the Queuing Formula L = λW, 1961 (mean life = live bytes ÷ allocation rate)",
            "Netty HashedWheelTimer: a timeout holds its task until it is cancelled or due",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(ObjectLifetimes.Of) is not { } lives)
        {
            return JvmNeeds.Lifetimes.Missing();
        }

        if (lives.YoungCollections < Fewest.Value || lives.SurvivalRate < LeastSurvival.Share) return Verdict.Silent;
        if (lives.PromotedShare < LeastPromoted.Share || lives.DiedInOld < LeastDied.Share) return Verdict.Silent;
        if (lives.LifetimeSeconds < LeastLifetime.Value) return Verdict.Silent;
        // What the error at last lets go was not dying before.
        if (HeapExhaustion.Of(process) is not null) return Verdict.Silent;
        var severity = process.Summary.Pauses.ThroughputPercent < LowThroughput.Value ? Severity.High : Severity.Medium;
        var title = $"Objects live about {lives.LifetimeSeconds:0.0} s and then die in the old generation: {lives.SurvivalRate * 100:0} % "
            + "of the young bytes survive each young collection";
        var byLoaders = MetadataCollections.IsChurn(process);
        var gain = process.Summary.Pauses.ThroughputPercent is { } throughput ? Gain.ThroughputUpTo(100 - throughput) : null;
        return Verdict.Found(
            new Finding(Id, severity, title, EvidenceOf(process, lives), AdviceOn(process, lives), GainOf(process, lives), gain)
            {
                Confidence = byLoaders
                    ? Confidence.Possible("class loaders come and go, and until they are unloaded all that they hold looks alive")
                    : null,
            });
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, ObjectLifetimes lives)
    {
        List<Evidence> evidence =
        [
            Evidence.Seconds(
                "mean_lifetime_s",
                $"mean life of an object: live after marking ({Quantities.Bytes(lives.MedianLive)}, median of {lives.Marks}) ÷ allocation "
                + $"rate ({Quantities.Bytes(lives.AllocationRate)}/s), Little's law; the wait for the next marking is part of it",
                lives.LifetimeSeconds),
            Evidence.Percent(
                "survival_percent",
                $"share of the young bytes that survived, over {lives.YoungCollections} young collections", lives.SurvivalRate * 100),
            Evidence.Rate("promotion_bytes_per_s", "promotion rate", lives.PromotionRate),
            Evidence.Percent("promoted_percent", "share of what is allocated that is promoted", lives.PromotedShare * 100),
            Evidence.Percent(
                "died_in_old_percent",
                "share of the promoted bytes that died in the old generation, so this is no leak", lives.DiedInOld * 100),
            Evidence.Rate("allocation_bytes_per_s", "allocation rate", lives.AllocationRate),
        ];
        if (process.Summary.Pauses.ThroughputPercent is { } throughput)
        {
            evidence.Add(Evidence.Percent("throughput_percent", "throughput: share of time outside pauses", throughput));
        }

        if (TenuringThresholds.Of(process.Recording) is { Collapsed: > 0 } tenuring)
        {
            evidence.Add(
                Evidence.Count(
                    "lowered_threshold_collections",
                    $"young collections that lowered the tenuring threshold to {tenuring.Lowest} of {tenuring.Max} because survivors "
                    + $"overflowed (of {tenuring.Told})",
                    tenuring.Collapsed,
                    "collections"));
        }

        if (KnownHolder.Find(process) is { } holder) evidence.AddRange(holder.Seen());
        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, ObjectLifetimes lives)
    {
        var needed = lives.AllocationRate * lives.LifetimeSeconds;
        List<Advice> advice =
        [
            new(
                $"Look for what keeps finished work for up to {lives.LifetimeSeconds:0.#} s: a timeout task that captures its request or "
                + "reply, a delay queue, a cache with an expiry, a retry buffer. Cancel the timer when the answer arrives, or let its "
                + "task hold an id instead of the object.",
                Code: "Timeout timeout = timer.newTimeout(task, 3, SECONDS); future.whenComplete((r, e) -> timeout.cancel());"),
            new(
                "Name the class: its instances are many in a histogram of all objects and few in one of the live ones. The live "
                + "one costs a full collection.",
                "unpause heap PID --by plunge"),
        ];
        advice.Insert(
            0,
            KnownHolder.Find(process)?.Advice()
            ?? new(
                "Name the holder: old-object samples with their path to a GC root (JDK 11 and later; it stops the program for some "
                + "tenths of a second).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"));
        var maximum = process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes;
        advice.Add(maximum > needed * 3
            ? new($"A larger young generation only helps once it holds a whole lifetime of allocation, about {Quantities.Bytes(needed)},"
                + " with survivor spaces to match; below that it makes each pause longer.")
            : new("Enlarging the young generation is no way out: it would have to hold a whole lifetime of allocation, "
                + $"about {Quantities.Bytes(needed)}, beside the rest of the heap."));
        return advice;
    }

    private static string GainOf(AnalysedProcess process, ObjectLifetimes lives)
    {
        var copied = $"Objects that are let go when they are done die young and cost nothing: the {Quantities.Bytes(lives.PromotionRate)} "
            + "promoted a second, their copying and the marking of the old generation fall away";
        return process.Summary.Pauses.ThroughputPercent is { } throughput
            ? $"{copied}; at most {100 - throughput:0.#} % of the time comes back."
            : copied + ".";
    }
}
