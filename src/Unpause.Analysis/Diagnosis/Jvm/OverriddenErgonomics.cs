using System.Globalization;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Flags that disable what a collector adapts to meet its goal, in a recording with long pauses or low throughput. Sources:
/// <c>g1YoungGenSizer.cpp</c> (a fixed young generation disables adaptive sizing), <c>g1Policy.cpp</c> (the pause goal).
/// </summary>
internal sealed class OverriddenErgonomics : Rule
{
    private static readonly Threshold LowThroughput = Threshold.Percent(
        "low throughput", 95, "a healthy process is paused for less than 5 % of its time");

    private static readonly Threshold DefaultGoal = Threshold.Milliseconds(
        "pause goal if none is set", 200, "G1's default (MaxGCPauseMillis)");

    private static readonly Threshold TightGoal = Threshold.Milliseconds(
        "tight pause goal", 20, "to meet it, G1 keeps the young generation as small as possible");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "overridden-ergonomics",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Flags fix what the collector would adapt (young generation size, GC threads, a pause goal of at most {TightGoal}). "
            + $"The p99 pause misses its goal ({DefaultGoal} if none is set), or throughput is below {LowThroughput}.",
        Background = "Some flags disable the adaptive sizing (ergonomics) that a collector needs to meet its goal. "
            + "G1 meets its pause goal by resizing the young generation before each collection, and a fixed size disables that. "
            + "Such flags are often left over from an older JDK or another machine.",
        Thresholds = [LowThroughput, DefaultGoal, TightGoal],
        Needs = [JvmNeeds.Options],
        Advises =
        [
            "remove the options",
            "set a pause goal that requests can tolerate",
        ],
        Confidence = Confidence.Possible("the options are set, but the log cannot show that they are the cause"),
        Versions = "JDK 5 and later. Young generation size and pause goal are checked for G1 only.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1YoungGenSizer.cpp, g1Policy.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var settings = process.Recording.Source.Settings;
        if (!settings.Keys.Any(key => key is JvmFlagNames.InitialHeapSize or JvmFlagNames.MaxHeapSize
            || key.StartsWith("Use", StringComparison.Ordinal) || key is "Parallel Workers"))
        {
            return JvmNeeds.Options.Missing();
        }

        List<Evidence> evidence = [];
        List<Advice> advice = [];
        var goal = Number(settings, "MaxGCPauseMillis") ?? (long)DefaultGoal.Value;
        var late = process.Summary.Pauses.P99Nanoseconds > goal * 1_000_000;
        var slow = process.Summary.Pauses.ThroughputPercent < LowThroughput.Value;
        if (!late && !slow) return Verdict.Silent;
        if (process.Recording.Source.Collector == "G1") FixedYoung(settings, evidence, advice);
        if (slow && Number(settings, "MaxGCPauseMillis") is { } tight && tight <= TightGoal.Value)
        {
            evidence.Add(Evidence.Time("pause_goal_ms", "pause goal that was set (MaxGCPauseMillis)", tight * 1e6));
            advice.Add(new(
                "To meet so short a goal, G1 keeps the young generation small: collections are frequent, and more objects survive each. "
                + $"Set a goal that requests can tolerate (default {DefaultGoal.Value:0}; JDK 7 and later).",
                "-XX:MaxGCPauseMillis=100"));
        }

        // Shenandoah and ZGC use fewer threads by default.
        if (process.Recording.Source.Collector is not (JvmCollectors.Shenandoah or "ZGC")) FewThreads(settings, evidence, advice);
        if (evidence.Count == 0) return Verdict.Silent;
        var flags = string.Join(", ", evidence.Select(item => item.Text.Split('(')[^1].TrimEnd(')')));
        evidence.Add(Evidence.Time("p99_pause_ms", "p99 pause", process.Summary.Pauses.P99Nanoseconds ?? 0));
        if (process.Summary.Pauses.ThroughputPercent is { } throughput)
        {
            evidence.Add(Evidence.Percent("throughput_percent", "throughput: share of time outside pauses", throughput));
        }

        var missed = slow ? "throughput is low" : $"the p99 pause misses the goal of {goal} ms";
        return Verdict.Found(new Finding(
            Id, Severity.Medium, $"Options override the JVM's ergonomics ({flags}), and {missed}", evidence, advice, null));
    }

    private static void FixedYoung(IReadOnlyDictionary<string, string> settings, List<Evidence> evidence, List<Advice> advice)
    {
        var least = Number(settings, "NewSize");
        var most = Number(settings, JvmFlagNames.MaxNewSize);
        if (least is { } size && least == most)
        {
            evidence.Add(Evidence.Size(
                "young_generation_bytes", "young generation of fixed size (-Xmn, or NewSize = MaxNewSize)", size));
        }
        else if (Number(settings, "NewRatio") is { } ratio)
        {
            evidence.Add(Evidence.Ratio("new_ratio", "young generation as a fixed share of the heap (NewRatio)", ratio, "ratio"));
        }
        else
        {
            return;
        }

        advice.Add(new(
            "G1 meets its pause goal by resizing the young generation before each collection. A fixed size disables that. "
            + "Remove the option (JDK 7 and later).",
            "remove -Xmn, -XX:NewSize, -XX:MaxNewSize and -XX:NewRatio"));
    }

    private static void FewThreads(IReadOnlyDictionary<string, string> settings, List<Evidence> evidence, List<Advice> advice)
    {
        var threads = Number(settings, "ParallelGCThreads") ?? Number(settings, "Parallel Workers");
        var processors = JvmFacts.Available(settings.GetValueOrDefault("CPUs"));
        if (threads != 1 || processors is < 2) return;
        // Without the number of processors, only an explicit option counts.
        if (processors is null && !settings.ContainsKey("ParallelGCThreads")) return;
        evidence.Add(Evidence.Count(
            "parallel_gc_threads",
            $"parallel GC threads{(processors is { } count ? $", for {count} processors" : "")} (ParallelGCThreads)",
            1,
            "threads"));
        advice.Add(new(
            "A single thread does all work of a pause while the application waits. Remove the option (JDK 5 and later). The JVM then uses "
            + "one GC thread per processor up to 8, and 5/8 of a thread per processor beyond.",
            "remove -XX:ParallelGCThreads=1"));
    }

    private static long? Number(IReadOnlyDictionary<string, string> settings, string name) =>
        settings.TryGetValue(name, out var text) && long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;
}
