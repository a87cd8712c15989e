using Unpause.Analysis.Events;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Words;

namespace Unpause.Analysis.Diagnosis;

/// <summary>The runtime stopped the application for something else than GC: thread dumps, memory statistics, deoptimization.</summary>
internal sealed class NonGcStops : Rule
{
    private const int ReasonsShown = 3;

    private static readonly Threshold LeastOfStops = Threshold.Percent(
        "smallest share of stopped time", 10, "below it, collections matter more");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "smallest share of the recorded time", 1, "below it, requests hardly notice");

    private static readonly Threshold Long = Threshold.Milliseconds("long stop", 500, "requests time out or are retried");

    private static readonly Advice OnHeap = new(
        "Find what inspects or dumps the heap (jmap, jcmd, an agent) and do it outside of load.");

    /// <summary>What to do about a reason.</summary>
    private static readonly (string Reason, Advice Advice)[] ByReason =
    [
        (StopReason.ThreadDump, new(
            "Find what takes thread dumps (jstack, jcmd, a monitoring agent, a profiler, Thread.getAllStackTraces) and take fewer: each "
            + "stops all threads for longer the more threads there are.")),
        (StopReason.DeadlockSearch, new(
            "Find what searches for deadlocks (a monitoring agent that calls ThreadMXBean.findDeadlockedThreads) and do it less often.")),
        (StopReason.HeapInspection, OnHeap),
        (StopReason.HeapDump, OnHeap),
        (StopReason.LeakProfiler, new(
            "Dump flight recordings without path-to-gc-roots, or once and outside of load: the search for paths stops all threads.")),
        (StopReason.ClassRedefinition, new(
            "Find the agent that redefines classes while the application runs, and load it at start instead.")),
        (StopReason.BiasedLocking, new("Turn biased locking off (JDK 8 to 17).", "-XX:-UseBiasedLocking")),
        (GoStops.MemStats, new(
            "Read runtime/metrics instead of runtime.ReadMemStats, which stops the program for each call.",
            Code: "metrics.Read(samples) // package runtime/metrics")),
        (GoStops.Unnamed, new(
            "Look for runtime.ReadMemStats in metrics libraries and middleware (read runtime/metrics instead), goroutine profiles, and "
            + "changes of GOMAXPROCS. Built with Go 1.21 or later, the program names the reason of each stop.",
            Code: "metrics.Read(samples) // package runtime/metrics")),
        (GoStops.GoroutineProfile, new("Take goroutine profiles less often: each stops the program for a moment.")),
        (GoStops.AllStacks, new(
            "Take stack traces of all goroutines less often: each stops the program until they are written.")),
        (GoStops.ProcessorsChange, new("Set GOMAXPROCS once at start: each change stops the program.")),
        (StopReason.Debugger, new("Detach the debugger.")),
        (StopReason.HostOrJvm, new(
            "No collection ran meanwhile: look at the host (swapping, steal by the hypervisor, a paused or migrated virtual machine, a "
            + "used-up CPU quota), and at stops of the JVM for other reasons: -Xlog:safepoint (JDK 9 and later) names them.",
            "vmstat 1")),
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
        JudgesOtherJvms = true,
        Summary = $"Stops that are not for GC take at least {LeastOfStops} of stopped time and {LeastOfTime} of the recorded time, or one "
            + $"takes at least {Long}.",
        Background = "A runtime stops all threads also for thread dumps, heap inspections, memory statistics, deoptimization and other "
            + "operations. They delay requests as GC pauses do, but no GC setting changes them.",
        Thresholds = [LeastOfStops, LeastOfTime, Long],
        Needs = [Reasons],
        FollowsFrom = ["monitoring-stops"],
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
        StopReasonSummary[] others = [.. stops.ByReason.Where(row => !row.ByCollections && IsPrograms(process.Recording, row.Reason))];
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
        evidence.AddRange(others.Take(ReasonsShown).Select(row => Evidence.Time(
            "reason_stop_ms", $"{row.Reason}, {Quantities.Count(row.Count, "stop")}", row.TotalNanoseconds.Value)));
        var places = stops.Places;
        var unnamed = others[0].Reason == StopReason.NotRecorded;
        var these = $"{Quantities.Count(count, "stop")} of up to {Quantities.Duration(longest)}";
        var title = unnamed
            ? $"{these} {(count == 1 ? "has" : "have")} no recorded reason, and no GC pause is recorded in them"
            : $"{these} {(count == 1 ? "was" : "were")} not for GC{Mostly(others[0].Reason)}";
        return Verdict.Found(new Finding(
            Id,
            !unnamed && (longest >= Long.Nanoseconds || ofTime >= LeastOfStops.Share) ? Severity.High : Severity.Medium,
            title,
            evidence,
            AdviceOn(process.Recording, others),
            $"Saves up to {Quantities.Duration(total)} of {Quantities.Duration(stops.TotalNanoseconds)} of stopped time.",
            Gain.UpTo(GainMetrics.TotalStop, total.Value / 1e6, "ms"))
        {
            Confidence = unnamed
                ? Confidence.Possible("the log does not say what the stops were for; lines of pauses may be missing")
                : null,
            Concerns = felt => !felt.ForCollection
                && IsPrograms(process.Recording, places.ReasonOf(process.Recording.Stops![felt.Stop].Operation, byCollection: false)),
        });
    }

    private static string Mostly(string reason) =>
        reason == GoStops.Unnamed ? "; this Go version does not record what for" : $", mostly {reason}";

    /// <summary>What to do about a reason that the table has.</summary>
    internal static Advice AdviceOn(string reason) => Array.Find(ByReason, row => row.Reason == reason).Advice;

    /// <summary>Whether the program is stopped for itself: not at its exit, and not by the recording that was read.</summary>
    internal static bool IsPrograms(Recording recording, string reason) => reason switch
    {
        StopReason.Exit or StopReason.FlightRecorder or GoStops.TraceStart or GoStops.TraceEnd => false,
        StopReason.ClassRedefinition or StopReason.LeakProfiler => recording.Source.Format != JvmFormats.Flight,
        _ => true,
    };

    private static List<Advice> AdviceOn(Recording recording, StopReasonSummary[] others)
    {
        var advice = new List<Advice>();
        foreach (var row in others.Take(ReasonsShown))
        {
            var (reason, known) = ByReason.FirstOrDefault(item => row.Reason == item.Reason);
            if (reason is not null) advice.Add(known);
        }

        if (advice.Count == 0 && others[0].Reason == StopReason.NotRecorded
            && UnrecordedParts.Find(recording, UnrecordedPart.Operation) is { } need)
        {
            advice.Add(new($"Record {need.What}.", need.SwitchFor(recording).Switch));
        }

        if (advice.Count == 0) advice.Add(new($"Find what asks for this operation ({others[0].Reason}), and ask for it less often."));
        return advice;
    }
}
