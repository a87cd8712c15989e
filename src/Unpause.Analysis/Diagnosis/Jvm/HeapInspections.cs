using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>A tool looked at the heap, and the program stood for it.</summary>
internal sealed class HeapInspections : Rule
{
    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "least share of the pauses", 10, "below it other pauses are what to work on first");

    private static readonly Threshold Long = Threshold.Milliseconds("a long pause", 500, "requests time out or are tried again");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "heap-inspections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Collections that a tool asked for (a class histogram, a heap dump) take {LeastOfPauses} of the pause time or more, or "
            + $"one lasts {Long}.",
        Background = "jmap -histo:live, jcmd GC.class_histogram and heap dumps collect the whole heap first, with the program stopped: "
            + "about a second for each GiB that is live. Monitoring that does so on a schedule stops the program on a schedule.",
        Thresholds = [LeastOfPauses, Long],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "don't ask while users wait: ask for a histogram of all objects",
            "sample with a flight recording instead",
        ],
        Confidence = Confidence.Certain("the runtime names the cause; which tool or who asked it doesn't tell"),
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
        var group = CollectionGroup.Of(process.Recording, collection => collection.Cause == Causes.Diagnostic);
        var share = group.PauseTotalNanoseconds.Value / (double)Math.Max(1, process.Summary.Pauses.TotalNanoseconds);
        if (share < LeastOfPauses.Share && group.PauseMaxNanoseconds < Long.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "inspection_collections", $"collections that a tool asked for (numbers {group.Numbers})", group.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", group.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "their share of all pauses", share * 100),
            Evidence.Time("pause_max_ms", "the longest", group.PauseMaxNanoseconds),
        ];
        evidence.AddRange(group.Causes.Select(cause => Evidence.Count(
            "cause_collections", $"for \"{cause.Cause}\"", cause.Count, "collections")));
        return Verdict.Found(new Finding(
            Id,
            group.PauseMaxNanoseconds >= Long.Nanoseconds ? Severity.High : Severity.Medium,
            $"A tool that looked at the heap stopped the program {Quantities.Count(group.Count, "time")}, once for "
            + Quantities.Duration(group.PauseMaxNanoseconds),
            evidence,
            [
                new(
                    "Find what asks: jmap, jcmd, a monitoring agent or a script. A histogram of all objects, dead ones included, needs no "
                    + "collection.",
                    "jcmd PID GC.class_histogram -all"),
                new(
                    "Sample instead: a flight recording names what lives long without stopping the program (JDK 11 and later).",
                    "jcmd PID JFR.start settings=profile"),
            ],
            $"Without them {Quantities.Duration(group.PauseTotalNanoseconds.Value)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses fall away.",
            Gain.PausesUpTo(process, group.PauseTotalNanoseconds.Value)));
    }
}
