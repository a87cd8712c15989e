using Unpause.Analysis.Events;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Words;

namespace Unpause.Analysis.Diagnosis;

/// <summary>The runtime stopped the application for something else than GC: thread dumps, memory statistics, deoptimization.</summary>
internal sealed class NonGcStops : Rule
{
    private const int MostReasons = 3;

    private static readonly Threshold LeastOfStops = Threshold.Percent(
        "smallest share of stopped time", 10, "below it, collections matter more");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "smallest share of the recorded time", 1, "below it, requests hardly notice");

    private static readonly Threshold Long = Threshold.Milliseconds("long stop", 500, "requests time out or are retried");

    /// <summary>What to do about a reason: the start of its name, the advice, what to type.</summary>
    private static readonly (string Reason, Advice Advice)[] ByReason =
    [
        ("thread dump", new(
            "Find what takes thread dumps (jstack, jcmd, a monitoring agent, a profiler, Thread.getAllStackTraces) and take fewer: each "
            + "stops all threads for longer the more threads there are.")),
        ("search for deadlocks", new(
            "Find what searches for deadlocks (a monitoring agent that calls ThreadMXBean.findDeadlockedThreads) and do it less often.")),
        ("heap ", new("Find what inspects or dumps the heap (jmap, jcmd, an agent) and do it outside of load.")),
        ("class redefinition", new("Find the agent that redefines classes while the application runs, and load it at start instead.")),
        ("biased locking", new("Turn biased locking off (JDK 8 to 17).", "-XX:-UseBiasedLocking")),
        ("read mem stats", new(
            "Read runtime/metrics instead of runtime.ReadMemStats, which stops the program for each call.",
            Code: "metrics.Read(samples) // package runtime/metrics")),
        ("goroutine profile", new("Take goroutine profiles less often: each stops the program for a moment.")),
        ("all goroutines stack trace", new("Take stack traces of all goroutines less often: each stops the program until they are written.")),
        ("GOMAXPROCS", new("Set GOMAXPROCS once at start: each change stops the program.")),
        ("a debugger", new("Detach the debugger.")),
    ];

    private static readonly Requirement Reasons = new(
        "each stop-the-world pause with its reason",
        "The recording has no stops that are not for GC",
        [new("unpause record PID"), new("-Xlog:safepoint", "JDK 9 and later"), new("-XX:+PrintSafepointStatistics", "JDK 8")]);

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "non-gc-stops",
        AppliesTo = [Runtimes.Jvm, Runtimes.DotNet, Runtimes.Go],
        Summary = $"Stops that are not for GC take at least {LeastOfStops} of stopped time and {LeastOfTime} of the recorded time, or one "
            + $"takes at least {Long}.",
        Background = "A runtime stops all threads also for thread dumps, heap inspections, memory statistics, deoptimization and other "
            + "operations. They delay requests as GC pauses do, but no GC setting changes them.",
        Thresholds = [LeastOfStops, LeastOfTime, Long],
        Needs = [Reasons],
        Advises = ["find what asks for the operation, and ask for it less often"],
        Confidence = Confidence.Certain("the runtime reports the reason of each stop"),
        Versions = "JDK 8 and later; .NET; Go 1.19 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/runtime/vmOperation.hpp",
            "dotnet/runtime, src/coreclr/vm/threadsuspend.h (SUSPEND_REASON)",
            "Go, src/runtime/proc.go (stwReason)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Stops is not { } stops) return Reasons.Missing();
        StopReasonSummary[] others = [.. stops.ByReason.Where(row => !row.ByCollections && row.Reason is not "exit")];
        if (others.Length == 0) return Verdict.Silent;
        var total = Total.Sum(others, row => row.TotalNanoseconds.Value);
        var longest = others.Max(row => row.MaxNanoseconds);
        var share = (double)total.Value / Math.Max(1, stops.TotalNanoseconds.Value);
        var ofTime = process.Recording.ObservedNanoseconds is > 0 and { } observed ? (double)total.Value / observed : 1;
        if ((share < LeastOfStops.Share || ofTime < LeastOfTime.Share) && longest < Long.Nanoseconds) return Verdict.Silent;
        var count = others.Sum(row => row.Count);
        List<Evidence> evidence =
        [
            Evidence.Count("non_gc_stops", "stops that are not for GC", count, "stops"),
            Evidence.Time("non_gc_stop_total_ms", "their total time", total.Value),
            Evidence.Percent("share_of_stops_percent", "share of all stopped time", share * 100),
            Evidence.Time("stop_max_ms", "longest of them", longest),
        ];
        evidence.AddRange(others.Take(MostReasons).Select(row => Evidence.Time(
            "reason_stop_ms", $"{row.Reason}, {Quantities.Count(row.Count, "stop")}", row.TotalNanoseconds.Value)));
        var places = stops.Places;
        return Verdict.Found(new Finding(
            Id,
            longest >= Long.Nanoseconds || ofTime >= LeastOfStops.Share ? Severity.High : Severity.Medium,
            $"{Quantities.Count(count, "stop")} of up to {Quantities.Duration(longest)} {(count == 1 ? "was" : "were")} not for GC, mostly "
            + others[0].Reason,
            evidence,
            AdviceOn(others),
            $"Saves up to {Quantities.Duration(total)} of {Quantities.Duration(stops.TotalNanoseconds)} of stopped time.",
            Gain.UpTo(GainMetrics.TotalStop, total.Value / 1e6, "ms"))
        {
            Concerns = felt => !felt.ForCollection && places.ReasonOf(process.Recording.Stops![felt.Stop].Operation, false) is not "exit",
        });
    }

    private static List<Advice> AdviceOn(StopReasonSummary[] others)
    {
        var advice = new List<Advice>();
        foreach (var row in others.Take(MostReasons))
        {
            var (reason, known) = ByReason.FirstOrDefault(item => row.Reason.StartsWith(item.Reason, StringComparison.Ordinal));
            if (reason is not null) advice.Add(known);
        }

        if (advice.Count == 0 && others[0].Reason == StopReason.NotRecorded)
        {
            advice.Add(new("Record what the stops are for (JDK 9 and later; on JDK 8: -XX:+PrintSafepointStatistics).", "-Xlog:safepoint"));
        }

        if (advice.Count == 0) advice.Add(new($"Find what asks for this operation ({others[0].Reason}), and ask for it less often."));
        return advice;
    }
}
