namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>The program's own thread marks: between its other work, in steps that no list of pauses shows.</summary>
internal sealed class MarkingSteps : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in steps", 3, "below this a change has no visible effect, unless one step is long");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long step", 50, "users of a service start to notice a single delay of about this length");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then every tenth request waits for a step");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "marking-steps",
        AppliesTo = [Runtimes.Node],
        Summary = $"Steps of incremental marking take at least {Least} of the time of the program's thread, or one takes at least {Long}.",
        Background = "V8 marks beside the program with threads of its own, but the program's thread takes part: in tasks between its other "
            + "work, and when it allocates faster than the others mark. These steps delay requests like pauses and are none in V8's own "
            + "account. They become many when the other threads get no processor (small containers, many workers, "
            + "--single-threaded-gc), or when full collections follow each other.",
        Thresholds = [Least, Long, High],
        Needs = [NodeNeeds.Steps],
        Advises =
        [
            "give the process more than one processor, or run fewer workers",
            "have fewer full collections: see the findings about them",
        ],
        FollowsFrom = ["heap-near-limit", "external-memory-collections", "large-array-churn", "growing-old-space"],
        Confidence = Confidence.Certain("V8 reports the time of these steps"),
        Versions = "Node.js 8 and later.",
        Sources =
        [
            "V8, src/heap/incremental-marking.cc (Step, AdvanceOnAllocation) and src/heap/incremental-marking-job.cc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var work = process.Shared(FullWork.Compute)!;
        if (work.Collections.Count == 0) return Verdict.Silent;
        if (recording.Source.Format == NodeFormats.Profile || recording.ObservedNanoseconds is not (> 0 and var time))
            return NodeNeeds.Steps.Missing();
        var percent = Math.Min(100, 100.0 * work.StepsNanoseconds / time);
        if (percent < Least.Value && work.LongestStepNanoseconds < Long.Nanoseconds) return Verdict.Silent;
        var single = recording.Source.Settings.GetValueOrDefault(NodeSettings.Options)?.Contains(
            "--single-threaded", StringComparison.Ordinal) == true;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"The program's own thread marked for {Quantities.Duration(work.StepsNanoseconds)}, {Quantities.Percent(percent)} of the time, "
            + $"in steps of up to {Quantities.Duration(work.LongestStepNanoseconds)}",
            [
                Evidence.Time("marking_steps_ms", "steps of incremental marking", work.StepsNanoseconds),
                Evidence.Percent("marking_steps_percent", "their share of the recording's time", percent),
                Evidence.Time("longest_step_ms", "the longest step", work.LongestStepNanoseconds),
                Evidence.Count(
                    "full_collections", $"full collections (gc {work.Collections.Numbers})", work.Collections.Count, "collections"),
                Evidence.Time("pause_total_ms", "their pauses", work.Collections.PauseTotalNanoseconds),
            ],
            [
                single
                    ? new("Remove --single-threaded-gc, or --single-threaded: with it nothing is marked beside the program.")
                    : new(
                        "Give the process a second processor for V8's own threads: raise the container's CPU limit, or start fewer "
                        + "workers than there are processors."),
                new("Fewer full collections have fewer steps: retain less, and give the heap room."),
            ],
            null),
            work.Collections);
    }
}
