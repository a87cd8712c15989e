using Unpause.Analysis;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The program stands still for a notable share of its time; which collections take it says where to begin.</summary>
internal sealed class LowThroughput : Rule
{
    private static readonly Threshold Low = Threshold.Percent(
        "low throughput", 95, "a program that is well-behaved spends less than a twentieth of its time stopped");

    private static readonly Threshold VeryLow = Threshold.Percent(
        "throughput that makes the finding high", 85, "three times as much of the time is lost");

    private static readonly Threshold Told = Threshold.Percent(
        "throughput below which even a short recording is told of", 90, "a tenth of the time is never nothing, though it may be a start");

    private static readonly Threshold Aimed = Threshold.Percent(
        "throughput that the gain is reckoned with", 98, "what a heap with room reaches");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 5, "a shorter one is a start, with a heap that still grows");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest pauses", 5, "pauses", "fewer are no rate: a fragment of a log may be one long pause");

    private static readonly Threshold MostSurvival = Threshold.Percent(
        "most survivors for a larger young generation to be the cure", 10, "above it a larger one copies more each time");

    private static readonly Threshold MostMixedSurvival = Threshold.Percent(
        "most survivors for a larger young generation to be worth trying", 30,
        "up to here much of what is copied may only need a little longer to die");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "low-throughput",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Throughput is below {Low}; the finding names the collections that stop the program most, and what they would need.",
        Background = "The program stands still for a notable share of its time. Which collections take it says where to begin: full ones "
            + "are a heap that is too small, young ones are survivors that are copied, or room that is missing.",
        Thresholds = [Low, VeryLow, Told, Aimed, Least, Fewest, MostSurvival, MostMixedSurvival],
        Needs = [JvmNeeds.Times],
        Advises =
        [
            "give the collector more memory where most objects die young",
            "find what holds the objects where they survive",
            "allocate less",
        ],
        FollowsFrom =
        [
            "slow-safepoints",
            "growing-live-set",
            "metadata-collections",
            "heap-inspections",
            "objects-held-by",
            "objects-held-too-long",
            "cramped-heap",
            "full-collections",
            "starved-collector",
            "long-evacuation",
            "reference-processing",
            "evacuation-failure",
            "concurrent-mode-failure",
        ],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the stops are the runtime's; what they need follows from what survives"),
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
        if (brief && throughput >= Told.Value) return Verdict.Silent;

        var main = summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        var share = 100.0 * main.PauseTotalNanoseconds / Math.Max(1, summary.Pauses.TotalNanoseconds);
        List<Evidence> evidence =
        [
            Evidence.Percent("stops_throughput_percent", "share of time outside stops", throughput),
            Evidence.Time("pause_total_ms", $"pauses of {main.Generation ?? "all"} collections ({main.Count})", main.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "their share of all pauses", share),
            Evidence.Time("interval_mean_ms", "time from one such collection to the next, mean", observed / Math.Max(1, main.Count)),
        ];
        if (summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        var survival = YoungSurvival.Of(process);
        if (survival?.SurvivalPercent is { } percent)
        {
            evidence.Add(Evidence.Percent("survival_percent", "share of the young bytes that survived", percent));
        }

        var severity = brief ? Severity.Info : throughput < VeryLow.Value ? Severity.High : Severity.Medium;
        // Of all that the program stood for: safepoints without a collection are stops, too.
        var stopped = Math.Max(summary.Pauses.TotalNanoseconds.Value, summary.Stops?.TotalNanoseconds.Value ?? 0);
        var where = main.PauseTotalNanoseconds.Value > stopped / 2
            ? "most of it"
            : $"{100.0 * summary.Pauses.TotalNanoseconds.Value / stopped:0} % of that in pauses, most of them";
        var title = $"{100 - throughput:0.#} % of the time is stopped, {where} for {main.Generation ?? "all"} collections "
            + $"({share:0} % of the pauses)" + (brief ? $", in a recording of only {Quantities.Duration(observed)}" : "");
        return Verdict.Found(new Finding(
            Id,
            severity,
            title,
            evidence,
            brief ? [new("Record longer, while the program does its work: this may be its start.")] : AdviceOn(main, survival, throughput),
            $"At {Aimed} throughput {100 * (Aimed.Value - throughput) / throughput:0.#} % more work gets done in the same time.",
            Gain.ThroughputAbout(Aimed.Value - throughput))
        {
            Confidence = brief ? Confidence.Possible("the recording is short")
                : survival is null ? Confidence.Possible("the stops are the runtime's; without sizes of the spaces their cause isn't told")
                : null,
        });
    }

    private static List<Advice> AdviceOn(GenerationSummary main, YoungSurvival? survival, double throughput)
    {
        if (main.Generation is Generations.Full)
        {
            return [new(
                "Full collections are not how a healthy heap is collected: the finding on them and their cause says what to change. Most "
                + "often the heap is too small for what is live.",
                "-Xmx")];
        }

        if (main.Generation is not Generations.Young || survival?.SurvivalPercent is not { } percent)
        {
            return
            [
                new(
                    "Give the collector more memory, so that it works less often: its work depends on what is live, not on what dies.",
                    "-Xmx"),
                new("See what the pauses do (JDK 9 and later).", "-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint")
            ];
        }

        if (percent > MostSurvival.Value)
        {
            List<Advice> advice = [new(
                $"{percent:0} % of the young bytes survive each collection, and copying them is what it costs: find what still holds them. "
                + "A larger young generation would only copy more at a time, until it holds a whole lifetime of allocation. The class "
                + "whose count plunges at a collection is the one (each count of the live ones costs a full collection).",
                "unpause heap PID --by plunge")];
            if (percent <= MostMixedSurvival.Value)
            {
                advice.Add(new(
                    "Most of them die young, so more room may be the simpler cure: with a larger young generation the next collection "
                    + "comes later, and what is dead by then is not copied. Raise the heap and leave the division to the collector (all "
                    + "versions); the share that survives must fall.",
                    "-Xmx"));
            }

            return advice;
        }

        var factor = (100 - throughput) / (100 - Aimed.Value);
        var young = survival.CollectedBytes / Math.Max(1, survival.YoungCollections);
        return
        [
            new(
                $"Nearly all young objects die, so a young collection costs the same however many there are: {factor:0.#} times the young "
                + $"generation ({Quantities.Bytes(young)} now, {Quantities.Bytes(young * factor)} then) means as many times fewer of them. "
                + "With G1 and Parallel raise the heap and leave the division to them (all versions).",
                "-Xmx"),
            new(
                "Or allocate less: see which code does (JDK 16 and later; costs about one percent).",
                "jcmd PID JFR.start settings=profile"),
        ];
    }
}
