namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Objects with a medium lifetime: something keeps them reachable for seconds. Young collections copy nearly all of them and promote
/// them into the old generation, where marking finds them dead. A typical cause is a timer that retains each reply until its timeout.
/// It is not a leak, because the objects do die, and not a matter of the allocation rate, which the fixed program has too.
/// </summary>
internal sealed class ObjectsRetainedTooLong : Rule
{
    private static readonly Threshold LeastSurvival = Threshold.Percent(
        "smallest share of young bytes that survives", 30, "in most services few objects survive; here a third does");

    private static readonly Threshold LeastPromoted = Threshold.Percent(
        "smallest share of allocated bytes that is promoted", 30,
        "survivors that die before promotion are only copied about twice");

    private static readonly Threshold LeastDied = Threshold.Percent(
        "smallest share of promoted bytes that die", 50, "if fewer die, it is a leak or a cache");

    private static readonly Threshold LeastLifetime = Threshold.Seconds(
        "shortest mean lifetime", 0.5,
        "shorter-lived objects are work in progress: a small young generation promotes them, but nothing retains them");

    private static readonly Threshold LeastWhereLow = Threshold.Seconds(
        "shortest mean lifetime where throughput is low", 0.1, "a request in progress seldom takes longer");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest young collections", 5, "collections", "a share of fewer collections is not reliable");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the finding is high", 95, "copying then costs a notable share of run time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "objects-retained-too-long",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Objects stay in use for too long to die young. At least {LeastSurvival} of the young bytes survive, "
            + $"{LeastPromoted} of the allocated bytes are promoted, and {LeastDied} of these die in the old generation.",
        Background = "Something keeps objects reachable, often for seconds. Young collections copy nearly all of them and promote them "
            + "into the old generation, where marking then finds them dead. A typical cause is a timer that retains each reply until its "
            + "timeout. It is not a leak, because the objects do die. Reducing the allocation rate does not help.",
        Thresholds = [LeastSurvival, LeastPromoted, LeastDied, LeastLifetime, LeastWhereLow, Fewest, LowThroughput],
        Needs = [JvmNeeds.Lifetimes],
        Helps = [JvmNeeds.Retainers],
        Advises =
        [
            "cancel the timer, or let its task reference an id instead of the object",
            "find what keeps them reachable with old-object samples of a flight recording",
            "look for classes with finalize() and for caches of soft references",
            "compare the class histogram of all objects with that of live objects",
        ],
        FollowsFrom = ["soft-reference-cache", "dominant-retainer", "metadata-collections"],
        Confidence = Confidence.Likely("heap sizes support it; they cannot show what retains the objects"),
        Versions = "All versions and collectors that log the sizes of their spaces; most precise with G1 and Parallel.",
        Sources =
        [
            "J. D. C. Little, A Proof for the Queuing Formula L = λW, 1961 (mean lifetime = live bytes ÷ allocation rate)",
            "Netty HashedWheelTimer: a timeout references its task until it is cancelled or expires",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(ObjectLifetimes.Compute) is not { } lives)
        {
            return JvmNeeds.Lifetimes.Missing();
        }

        if (lives is not { SurvivalRate: { } survival, PromotedShare: { } promoted }) return JvmNeeds.Lifetimes.Missing();
        if (lives.YoungCollections < Fewest.Value || survival < LeastSurvival.Share) return Verdict.Silent;
        if (promoted < LeastPromoted.Share || lives.DiedInOld < LeastDied.Share) return Verdict.Silent;
        var isLow = process.Summary.Pauses.ThroughputPercent < LowThroughput.Value;
        if (lives.LifetimeSeconds < (isLow ? LeastWhereLow : LeastLifetime).Value) return Verdict.Silent;
        // Objects that were only freed by OutOfMemoryError were not dying before it.
        if (HeapExhaustion.Find(process) is not null) return Verdict.Silent;
        var severity = isLow ? Severity.High : Severity.Medium;
        var title = $"Objects are retained for about {lives.LifetimeSeconds:0.0} s, too long for the young generation: "
            + $"{survival * 100:0} % of its bytes survive each collection and die in the old one";
        var byLoaders = MetadataCollections.IsChurn(process);
        var gain = process.Summary.Pauses.ThroughputPercent is { } throughput ? Gain.ThroughputUpTo(100 - throughput) : null;
        return Verdict.Found(
            new Finding(
                Id, severity, title, EvidenceOf(process, lives, survival, promoted), AdviceOn(process, lives), GainOf(process, lives), gain)
            {
                Confidence = byLoaders
                    ? Confidence.Possible("class loaders are created and dropped, and what they retain looks live until they are unloaded")
                    : null,
            });
    }

    private static readonly Advice OnReferences = new(
        "The JVM itself keeps some objects. An object with finalize() survives until its finalizer ran: remove finalize(), and close "
        + "explicitly. What only a SoftReference holds survives until the heap is nearly full, however large it is: limit the size of "
        + "such a cache. See which finalizers wait (JDK 9 and later).",
        "jcmd PID GC.finalizer_info");

    private static List<Evidence> EvidenceOf(AnalysedProcess process, ObjectLifetimes lives, double survival, double promoted)
    {
        List<Evidence> evidence =
        [
            Evidence.Seconds(
                "mean_lifetime_s",
                $"mean object lifetime by Little's law: live set ({Quantities.Bytes(lives.LastLive)} after the last marking, median "
                + $"{Quantities.Bytes(lives.MedianLive)} of {lives.Marks}) "
                + $"÷ allocation rate ({Quantities.Bytes(lives.AllocationRate)}/s); includes the time until the next marking",
                lives.LifetimeSeconds),
            Evidence.Percent(
                "survival_percent",
                $"share of young bytes that survived {lives.YoungCollections} young collections", survival * 100),
            Evidence.Rate("promotion_bytes_per_s", "promotion rate", lives.PromotionRate),
            Evidence.Percent("promoted_percent", "share of allocated bytes that is promoted", promoted * 100),
            Evidence.Percent(
                "died_in_old_percent",
                "share of promoted bytes that died in the old generation: not a leak", lives.DiedInOld * 100),
            Evidence.Rate("allocation_bytes_per_s", "allocation rate", lives.AllocationRate),
        ];
        if (process.Summary.Pauses.ThroughputPercent is { } throughput)
        {
            evidence.Add(Evidence.Percent("throughput_percent", "throughput: share of time outside pauses", throughput));
        }

        if (TenuringThresholds.Compute(process.Recording) is { Collapsed: > 0 } tenuring)
        {
            evidence.Add(
                Evidence.Count(
                    "lowered_threshold_collections",
                    $"young collections (of {tenuring.Reported}) that lowered the tenuring "
                        + $"threshold to {tenuring.Lowest} of {tenuring.Max} "
                    + "because the survivor space overflowed",
                    tenuring.Collapsed,
                    "collections"));
        }

        if (RetainingReference.Find(process) is { } retainer) evidence.AddRange(retainer.Seen());
        return evidence;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, ObjectLifetimes lives)
    {
        var needed = lives.AllocationRate * lives.LifetimeSeconds;
        List<Advice> advice =
        [
            new(
                $"Look for code that keeps finished work reachable for up to {lives.LifetimeSeconds:0.#} s: a timeout task that captures "
                + "its request or reply, a delay queue, a cache with expiry, a retry buffer. Cancel the timer when the reply arrives, or "
                + "let its task reference an id instead of the object.",
                Code: "Timeout timeout = timer.newTimeout(task, 3, SECONDS); future.whenComplete((r, e) -> timeout.cancel());"),
            new(
                "Find the class: it has many instances in a class histogram of all objects, and few in one of live objects. "
                + "The histogram of live objects costs a full collection.",
                "unpause heap PID --by plunge"),
        ];
        advice.Insert(
            0,
            RetainingReference.Find(process)?.Advice()
            ?? new(
                "Find what keeps them reachable: old-object samples with their path to a GC root (JDK 11 and later; pauses the "
                + "application for some tenths of a second).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=retained.jfr"));
        advice.Add(OnReferences);
        var maximum = process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes;
        advice.Add(maximum > needed * 3
            ? new($"A larger young generation helps only if it fits all allocation of one object lifetime, about "
                + $"{Quantities.Bytes(needed)}, with survivor spaces to match. A smaller one makes each pause longer.")
            : new("Enlarging the young generation does not help: it would have to fit all allocation of one object lifetime, "
                + $"about {Quantities.Bytes(needed)}, in addition to the rest of the heap."));
        return advice;
    }

    private static string GainOf(AnalysedProcess process, ObjectLifetimes lives)
    {
        var copied = $"Objects that are released when they are done die young and cost nothing. This saves copying and promoting "
            + $"{Quantities.Bytes(lives.PromotionRate)}/s and marking the old generation";
        return process.Summary.Pauses.ThroughputPercent is { } throughput
            ? $"{copied}: up to {100 - throughput:0.#} % of run time."
            : copied + ".";
    }
}
