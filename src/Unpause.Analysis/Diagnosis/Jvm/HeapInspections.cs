namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>A diagnostic tool triggered full collections (class histogram, heap dump) that paused the application.</summary>
internal sealed class HeapInspections : Rule
{
    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "smallest share of pause time", 10, "below it, other pauses matter more");

    private static readonly Threshold Long = Threshold.Milliseconds("long pause", 500, "requests time out or are retried");

    /// <summary>What to do instead.</summary>
    internal static readonly IReadOnlyList<Advice> Instead =
    [
        new(
            "Find the tool: jmap, jcmd, a monitoring agent or a script. A class histogram of all objects, including unreachable "
            + "ones, needs no collection.",
            "jcmd PID GC.class_histogram -all"),
        new(
            "Use a flight recording instead: it samples long-lived objects without a pause (JDK 11 and later).",
            "jcmd PID JFR.start settings=profile"),
    ];

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "heap-inspections",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Collections triggered by a diagnostic tool (class histogram, heap dump) take at least {LeastOfPauses} of pause "
            + $"time, or one takes at least {Long}.",
        Background = "jmap -histo:live, jcmd GC.class_histogram and heap dumps first run a full collection in a stop-the-world pause. It "
            + "takes about 1 s per GiB of live data. Scheduled monitoring of this kind causes regular pauses.",
        Thresholds = [LeastOfPauses, Long],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "avoid it under load; use a class histogram of all objects, which needs no collection",
            "use the samples of a flight recording instead",
        ],
        FollowsFrom = ["monitoring-stops"],
        Confidence = Confidence.Certain("the runtime reports the cause, but not which tool or user triggered it"),
        Versions = "JDK 7 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/services/diagnosticCommand.cpp (ClassHistogramDCmd)",
            "OpenJDK, src/hotspot/share/gc/shared/gcVMOperations.cpp (VM_GC_HeapInspection)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var any = process.Summary.Collections.ByCause.Any(cause => cause.Cause == Causes.Diagnostic);
        if (!any) return process.Summary.Collections.Count == 0 ? JvmNeeds.Collections.Missing() : Verdict.Silent;
        var group = CollectionGroup.Select(process.Recording, collection => collection.Cause == Causes.Diagnostic);
        var share = group.PauseTotalNanoseconds.Value / (double)Math.Max(1, process.Summary.Pauses.TotalNanoseconds);
        if (share < LeastOfPauses.Share && group.PauseMaxNanoseconds < Long.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "inspection_collections", $"collections triggered by a tool (numbers {group.Numbers})", group.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", group.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", share * 100),
            Evidence.Time("pause_max_ms", "longest of these pauses", group.PauseMaxNanoseconds),
        ];
        evidence.AddRange(group.Causes.Select(cause => Evidence.Count(
            "cause_collections", $"with cause \"{cause.Cause}\"", cause.Count, "collections")));
        return Verdict.Found(new Finding(
            Id,
            group.PauseMaxNanoseconds >= Long.Nanoseconds ? Severity.High : Severity.Medium,
            $"A diagnostic tool paused the application {Quantities.Count(group.Count, "time")} to inspect the heap, for up to "
            + Quantities.Duration(group.PauseMaxNanoseconds),
            evidence,
            Instead,
            $"Saves up to {Quantities.Duration(group.PauseTotalNanoseconds.Value)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            Gain.PausesUpTo(process, group.PauseTotalNanoseconds.Value)),
            group);
    }
}
