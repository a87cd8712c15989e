using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The program stands still for a notable share of its time; which collections take it says where to begin.</summary>
public sealed class LowThroughput : JvmRule
{
    private const double LowPercent = 95;
    private const double VeryLowPercent = 85;
    private const double AimedPercent = 98;

    /// <summary>A shorter recording is a start, with a heap that still grows.</summary>
    private const long LeastNanoseconds = 5_000_000_000;

    /// <summary>Fewer pauses are no rate: a fragment of a log may be one long pause.</summary>
    private const int FewestPauses = 5;

    /// <summary>Above this share of survivors a larger young generation copies more each time, so it is no cure.</summary>
    private const double MostSurvivalPercent = 10;

    /// <summary>Up to this share of survivors much of what is copied may only need a little longer to die.</summary>
    private const double MostMixedSurvivalPercent = 30;

    /// <inheritdoc/>
    public override string Id => "low-throughput";

    /// <inheritdoc/>
    public override string Summary => "More than 5 % of the time is stopped time; the collections that take most of it, and what they would need.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var summary = process.Summary;
        if (summary.Pauses.ThroughputPercent is not { } byPauses || process.Recording.ObservedNanoseconds is not { } observed)
        {
            return Verdict.NotApplicable("Without times in the log there is no throughput: add the decorator uptime, as in -Xlog:gc*:file=gc.log:time,uptime,level,tags (JDK 9 and later), or -XX:+PrintGCDateStamps (JDK 8).");
        }

        var throughput = summary.Stops?.ThroughputPercent is { } byStops ? Math.Min(byStops, byPauses) : byPauses;
        if (throughput >= LowPercent || observed < LeastNanoseconds || summary.Pauses.Count < FewestPauses || summary.Collections.ByGeneration.Count == 0) return Verdict.Silent;
        var main = summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        var share = 100.0 * main.PauseTotalNanoseconds / Math.Max(1, summary.Pauses.TotalNanoseconds);
        List<Evidence> evidence =
        [
            new("share of time outside stops", Math.Round(throughput, 2), "percent"),
            new(Of($"pauses of {main.Generation ?? "all"} collections ({main.Count})"), Milliseconds(main.PauseTotalNanoseconds), "ms"),
            new("their share of all pauses", Math.Round(share, 1), "percent"),
            new("time from one such collection to the next, mean", Milliseconds(observed / Math.Max(1, main.Count)), "ms"),
        ];
        if (summary.Heap.AllocationRateBytesPerSecond is { } rate) evidence.Add(new("allocation rate", Math.Round(rate), "bytes per second"));
        var survival = YoungSurvival.Of(process);
        if (survival?.SurvivalPercent is { } percent) evidence.Add(new("share of the young bytes that survived", Math.Round(percent, 1), "percent"));
        var severity = throughput < VeryLowPercent ? Severity.High : Severity.Medium;
        var title = Of($"{100 - throughput:0.#} % of the time is stopped, most of it for {main.Generation ?? "all"} collections ({share:0} % of the pauses)");
        return Verdict.Found(new Finding(Id, severity, title, evidence, AdviceOn(main, survival, throughput), Of($"At {AimedPercent} % throughput {100 * (AimedPercent - throughput) / throughput:0.#} % more work gets done in the same time.")));
    }

    private static List<Advice> AdviceOn(GenerationSummary main, YoungSurvival? survival, double throughput)
    {
        if (main.Generation is Generations.Full)
        {
            return [new("Full collections are not how a healthy heap is collected: the finding on them and their cause says what to change. Most often the heap is too small for what is live.", "-Xmx")];
        }

        if (main.Generation is not Generations.Young || survival?.SurvivalPercent is not { } percent)
        {
            return [new("Give the collector more memory, so that it works less often: its work depends on what is live, not on what dies.", "-Xmx"), new("See what the pauses do (JDK 9 and later).", "-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint")];
        }

        if (percent > MostSurvivalPercent)
        {
            List<Advice> advice = [new(Of($"{percent:0} % of the young bytes survive each collection, and copying them is what it costs: find what still holds them. A larger young generation would only copy more at a time, until it holds a whole lifetime of allocation."), "jcmd PID GC.class_histogram -all")];
            if (percent <= MostMixedSurvivalPercent)
            {
                advice.Add(new("Most of them die young, so more room may be the simpler cure: with a larger young generation the next collection comes later, and what is dead by then is not copied. Raise the heap and leave the division to the collector (all versions); the share that survives must fall.", "-Xmx"));
            }

            return advice;
        }

        var factor = (100 - throughput) / (100 - AimedPercent);
        var young = survival.CollectedBytes / Math.Max(1, survival.YoungCollections);
        return
        [
            new(Of($"Nearly all young objects die, so a young collection costs the same however many there are: {factor:0.#} times the young generation ({Size(young)} now, {Size(young * factor)} then) means as many times fewer of them. With G1 and Parallel raise the heap and leave the division to them (all versions)."), "-Xmx"),
            new("Or allocate less: see which code does (JDK 16 and later; costs about one percent).", "jcmd PID JFR.start settings=profile"),
        ];
    }
}
