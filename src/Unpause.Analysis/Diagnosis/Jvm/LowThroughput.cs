using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>The application is paused for a large share of run time. The collections that take most of it decide the advice.</summary>
internal sealed class LowThroughput : Rule
{
    private static readonly Threshold Low = Threshold.Percent(
        "low throughput", 95, "a healthy process is paused for less than 5 % of its time");

    private static readonly Threshold VeryLow = Threshold.Percent(
        "throughput below which the finding is high", 85, "three times as much time is lost");

    private static readonly Threshold Reported = Threshold.Percent(
        "throughput below which even a short recording is reported", 90, "10 % of run time matters even at startup");

    private static readonly Threshold Aimed = Threshold.Percent(
        "throughput assumed for the expected improvement", 98, "what a heap with enough room reaches");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 5, "a shorter one only shows startup, while the heap still grows");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest pauses", 5, "pauses", "fewer give no rate: a fragment of a log may be one long pause");

    private static readonly Threshold MostSurvival = Threshold.Percent(
        "highest survival at which a larger young generation helps", 10, "above it, a larger one copies more each time");

    private static readonly Threshold MostMixedSurvival = Threshold.Percent(
        "highest survival at which a larger young generation is worth trying", 30,
        "up to here, many of the copied objects may die a little later");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "low-throughput",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
        Summary = $"Throughput is below {Low}. The finding names the collections that pause the application most, and what would help.",
        Background = "The application is paused for a large share of run time. The type of collection shows where to start: full "
            + "collections mean that the heap is too small; young ones mean copied survivors or too little room.",
        Thresholds = [Low, VeryLow, Reported, Aimed, Least, Fewest, MostSurvival, MostMixedSurvival],
        Needs = [JvmNeeds.Times],
        Advises =
        [
            "give the heap more room if most objects die young",
            "find what keeps objects reachable if they survive",
            "allocate less",
        ],
        FollowsFrom =
        [
            "slow-safepoints",
            "growing-live-set",
            "metadata-collections",
            "heap-inspections",
            "dominant-retainer",
            "objects-retained-too-long",
            "cramped-heap",
            "full-collections",
            "starved-collector",
            "allocation-stalls",
            "long-evacuation",
            "old-to-young-references",
            "reference-processing",
            "evacuation-failure",
            "concurrent-mode-failure",
        ],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the runtime reports the pauses; the advice is derived from survival"),
        Versions = "All versions and collectors.",
        Sources =
        [
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var summary = process.Summary;
        if (summary.Pauses.ThroughputPercent is not { } byPauses || process.Recording.ObservedNanoseconds is not { } observed)
        {
            return JvmNeeds.Times.Missing();
        }

        var throughput = summary.Stops?.ThroughputPercent is { } byStops ? Math.Min(byStops, byPauses) : byPauses;
        if (throughput >= Low.Value || summary.Collections.ByGeneration.Count == 0) return Verdict.Silent;
        var brief = observed < Least.Nanoseconds || summary.Pauses.Count < Fewest.Value;
        if (brief && throughput >= Reported.Value) return Verdict.Silent;

        var main = summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        var share = 100.0 * main.PauseTotalNanoseconds / Math.Max(1, summary.Pauses.TotalNanoseconds);
        List<Evidence> evidence =
        [
            Evidence.Percent("stops_throughput_percent", "throughput: share of time outside stops", throughput),
            Evidence.Time("pause_total_ms", $"pauses of {main.Generation ?? "all"} collections ({main.Count})", main.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", share),
            Evidence.Time("interval_mean_ms", "mean time between these collections", observed / Math.Max(1, main.Count)),
        ];
        if (summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        var survival = YoungSurvival.Compute(process);
        if (survival?.SurvivalPercent is { } percent)
        {
            evidence.Add(Evidence.Percent("survival_percent", "share of young bytes that survived", percent));
        }

        var severity = brief ? Severity.Info : throughput < VeryLow.Value ? Severity.High : Severity.Medium;
        // Relative to all stopped time: safepoints without a collection are stops, too.
        var stopped = Math.Max(summary.Pauses.TotalNanoseconds.Value, summary.Stops?.TotalNanoseconds.Value ?? 0);
        var where = main.PauseTotalNanoseconds.Value > stopped / 2
            ? "most of it"
            : $"{100.0 * summary.Pauses.TotalNanoseconds.Value / stopped:0} % of that in GC pauses, most of them";
        var title = $"The application is paused for {100 - throughput:0.#} % of run time, {where} in {main.Generation ?? "all"} "
            + $"collections ({share:0} % of pause time)" + (brief ? $"; the recording has only {Quantities.Duration(observed)}" : "");
        return Verdict.Found(new Finding(
            Id,
            severity,
            title,
            evidence,
            brief ? [new("Record longer, under load: this may only show startup.")] : AdviceOn(main, survival, throughput),
            null)
        {
            // What it would save in a process that does well; no promise, because no cause is known.
            TimeBack = TimeBack.FromShare(process, Aimed.Value - throughput),
            Concerns = _ => true,
            Confidence = brief ? Confidence.Possible("the recording is short")
                : survival is null ? Confidence.Possible("the runtime reports the pauses, but not the sizes that would show their cause")
                : null,
        });
    }

    private static List<Advice> AdviceOn(GenerationSummary main, YoungSurvival? survival, double throughput)
    {
        if (main.Generation is Generations.Full)
        {
            return [new(
                "A healthy heap needs no full collections. See the finding full-collections for their cause. Most "
                + "often the heap is too small for the live set.",
                "-Xmx")];
        }

        if (main.Generation is not Generations.Young || survival?.SurvivalPercent is not { } percent)
        {
            return
            [
                new(
                    "Give the heap more room, to make collections less frequent: their cost depends on what is live, not on what dies.",
                    "-Xmx"),
                new("Log the phases of the pauses (JDK 9 and later).", "-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint")
            ];
        }

        if (percent > MostSurvival.Value)
        {
            List<Advice> advice = [new(
                $"{percent:0} % of the young bytes survive each collection, and copying them takes the time. Find what keeps them "
                + "reachable: look for the class whose instance count drops sharply at a collection (each count of live objects costs "
                + "a full collection). A larger young generation copies more at a time, unless it fits a whole lifetime of allocation.",
                "unpause heap PID --by plunge")];
            if (percent <= MostMixedSurvival.Value)
            {
                advice.Add(new(
                    "Most objects die young, so more room may be the simpler fix: with a larger young generation collections are less "
                    + "frequent, and more objects are dead by then. Enlarge the heap and let the collector size its generations (all "
                    + "versions). It works if the share that survives falls.",
                    "-Xmx"));
            }

            return advice;
        }

        var factor = (100 - throughput) / (100 - Aimed.Value);
        var young = survival.CollectedBytes / Math.Max(1, survival.YoungCollections);
        return
        [
            new(
                $"Nearly all young objects die, so the cost of a young collection does not depend on its size. A young generation "
                + $"{factor:0.#} times as large ({Quantities.Bytes(young)} now, {Quantities.Bytes(young * factor)} then) makes young "
                + $"collections {factor:0.#} times less frequent. With G1 and Parallel, enlarge the heap only (all versions).",
                "-Xmx"),
            new(
                "Or allocate less: find the code that allocates most (JDK 16 and later; overhead about 1 %).",
                "jcmd PID JFR.start settings=profile"),
        ];
    }
}

/// <summary>Survival of young collections, its cost, and how long objects live. Null if not recorded.</summary>
/// <param name="YoungCollections">Young collections whose survivors are recorded.</param>
/// <param name="SurvivorBytes">Total bytes that survived them.</param>
/// <param name="CollectedBytes">Total bytes in the young spaces before them.</param>
/// <param name="Evacuations">The cost of copying.</param>
/// <param name="Lifetimes">How long objects live.</param>
/// <param name="Tenuring">Tenuring thresholds and ages of survivors.</param>
public sealed record YoungSurvival(
    int YoungCollections, Total SurvivorBytes, Total CollectedBytes, Evacuations? Evacuations, ObjectLifetimes? Lifetimes,
    TenuringThresholds? Tenuring)
{
    /// <summary>Share of the young bytes that survived, in percent; null if not recorded.</summary>
    public double? SurvivalPercent => 100 * ByteShare.Compute(SurvivorBytes, CollectedBytes);

    /// <summary>
    /// Copying time per surviving GiB, in nanoseconds; the average over parallel workers. Null if only the enclosing phase is recorded,
    /// which is three times as long in the same run (level info of JDK 17 and 25, measured).
    /// </summary>
    public double? CopyNanosecondsPerGiB => Evacuations is
        { CopyPhase: JvmPhases.ObjectCopy, Survivors: > 0, Reported: > 0, Pauses: > 0 } copied
        ? copied.CopyTotal / (double)copied.Pauses * copied.Reported * (1 << 30) / copied.Survivors.Value
        : null;

    /// <summary>Adds up a recording; null if neither survivors nor tenuring thresholds are recorded.</summary>
    public static YoungSurvival? Compute(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!recording.Source.Traits.Generations.Contains(Generations.Young)) return null;
        var count = 0;
        Total survivors = default, collected = default;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection is not { Generation: Generations.Young, SurvivorBytes: { } kept, YoungBeforeBytes: { } before }) continue;
                count++;
                survivors += kept;
                collected += before;
            }
        }

        var tenuring = TenuringThresholds.Compute(recording);
        if (count == 0 && tenuring is null) return null;
        return new YoungSurvival(
            count,
            survivors,
            collected,
            process.Shared(Jvm.Evacuations.Compute),
            process.Shared(ObjectLifetimes.Compute),
            tenuring);
    }
}
