using System.Globalization;
using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Flags that take from a collector what it needs to keep its goal, in a log whose pauses or throughput are bad. Sources:
/// <c>g1YoungGenSizer.cpp</c> (a fixed young generation switches its adaption off), <c>g1Policy.cpp</c> (the pause goal).
/// </summary>
internal sealed class UndoneErgonomics : Rule
{
    private static readonly Threshold LowThroughput = Threshold.Percent(
        "low throughput", 95, "a program that is well-behaved spends less than a twentieth of its time stopped");

    private static readonly Threshold DefaultGoal = Threshold.Milliseconds(
        "pause goal where none was set", 200, "G1's own default (MaxGCPauseMillis)");

    private static readonly Threshold TightGoal = Threshold.Milliseconds(
        "a tight pause goal", 20, "to keep it G1 makes the young generation as small as it may");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "undone-ergonomics",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Flags fix what the collector would adapt (young generation, threads, a pause goal of {TightGoal} or less), and the p99 "
            + $"pause misses its goal ({DefaultGoal} where none was set) or throughput is below {LowThroughput}.",
        Background = "Flags take from a collector what it needs to keep its goal. G1 keeps its pause goal by changing the size of the "
            + "young generation before each collection; a fixed one switches that off. They are often left over from an older JDK "
            + "or another machine.",
        Thresholds = [LowThroughput, DefaultGoal, TightGoal],
        Needs = [JvmNeeds.Options],
        Advises =
        [
            "leave the options out",
            "ask for a pause goal that requests can bear",
        ],
        Confidence = Confidence.Possible("the options are there; that they are to blame the log doesn't show"),
        Versions = "JDK 5 and later; the young generation and the pause goal for G1.",
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
            evidence.Add(Evidence.Time("pause_goal_ms", "pause goal that was asked for (MaxGCPauseMillis)", tight * 1e6));
            advice.Add(new(
                "To keep so short a goal G1 makes the young generation as small as it may, so that collections follow one another and "
                + $"more survives each: ask for a goal that requests can bear (default {DefaultGoal.Value:0}; JDK 7 and later).",
                "-XX:MaxGCPauseMillis=100"));
        }

        // Shenandoah's and ZGC's defaults are fewer.
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
            Id, Severity.Medium, $"Options take from the collector what it needs ({flags}), and {missed}", evidence, advice, null));
    }

    private static void FixedYoung(IReadOnlyDictionary<string, string> settings, List<Evidence> evidence, List<Advice> advice)
    {
        var least = Number(settings, "NewSize");
        var most = Number(settings, JvmFlagNames.MaxNewSize);
        if (least is { } size && least == most)
        {
            evidence.Add(Evidence.Size(
                "young_generation_bytes", "young generation of one fixed size (-Xmn, or NewSize = MaxNewSize)", size));
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
            "G1 keeps its pause goal by changing the size of the young generation before each collection; a fixed one switches that off. "
            + "Leave the option out (JDK 7 and later).",
            "remove -Xmn, -XX:NewSize, -XX:MaxNewSize and -XX:NewRatio"));
    }

    private static void FewThreads(IReadOnlyDictionary<string, string> settings, List<Evidence> evidence, List<Advice> advice)
    {
        var threads = Number(settings, "ParallelGCThreads") ?? Number(settings, "Parallel Workers");
        var processors = JvmFacts.Available(settings.GetValueOrDefault("CPUs"));
        if (threads != 1 || processors is < 2) return;
        // A log without the number of processors only blames an option that somebody set.
        if (processors is null && !settings.ContainsKey("ParallelGCThreads")) return;
        evidence.Add(Evidence.Count(
            "parallel_gc_threads",
            $"threads that collect in a pause{(processors is { } count ? $", of {count} processors" : "")} (ParallelGCThreads)",
            1,
            "threads"));
        advice.Add(new(
            "One thread copies while all others wait: leave the option out, and the JVM takes one for each processor up to 8, then five "
            + "of eight (JDK 5 and later).",
            "remove -XX:ParallelGCThreads=1"));
    }

    private static long? Number(IReadOnlyDictionary<string, string> settings, string name) =>
        settings.TryGetValue(name, out var text) && long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;
}
