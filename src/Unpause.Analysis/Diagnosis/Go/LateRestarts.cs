namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>
/// A Go process whose stop-the-world pauses last much longer than gctrace reports, because its threads wait for a processor.
/// </summary>
internal sealed class LateRestarts : Rule
{
    private static readonly Threshold Least = Threshold.Times(
        "minimum ratio of measured pause time to what gctrace reports", 3,
        "even on a quiet machine the runtime stops its clock a little early");

    private static readonly Threshold LeastTotal = Threshold.Percent(
        "minimum share of time that is stopped", 1, "less is not worth a change");

    private static readonly Threshold High = Threshold.Percent("share that makes the finding high", 10, "then all requests are affected");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "delayed-start-the-world",
        AppliesTo = [Runtimes.Go],
        Summary = $"The measured stop-the-world time is at least {Least} what gctrace reports, and at least {LeastTotal} of the time.",
        Background = "Go measures a pause until just before it restarts the world. If the thread that does so loses its processor "
            + "(a busy machine, an exhausted CPU quota, a GOMAXPROCS above it), the world stays stopped, and gctrace does not "
            + "report it. Kernel probes and execution traces do.",
        Thresholds = [Least, LeastTotal, High],
        Needs = [GoNeeds.StopsBesidePauses],
        Advises =
        [
            "set GOMAXPROCS to the number of processors that the process may use",
            "give the process its own processors, or a larger CPU quota",
        ],
        Confidence = Confidence.Likely("both times are measured; the cause of the CPU starvation is shown only where the kernel counts it"),
        Versions = "All versions of Go. From 1.25, GOMAXPROCS follows the CPU quota of the control group by default.",
        Sources =
        [
            "Go, src/runtime/mgc.go (gcMarkTermination, the comment before startTheWorldWithSema)",
            "Go 1.25 release notes (container-aware GOMAXPROCS)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, pauses) = (process.Recording, process.Summary.Pauses);
        if (process.Summary.Stops?.ByCollections is not { } stops || recording.ObservedNanoseconds is not > 0
            || !recording.Source.Settings.ContainsKey(GoSettings.LineVersions))
        {
            return GoNeeds.StopsBesidePauses.Missing();
        }

        var (measured, reported) = ((double)stops.TotalNanoseconds.Value, (double)pauses.TotalNanoseconds.Value);
        var percent = 100 * measured / recording.ObservedNanoseconds!.Value;
        if (reported <= 0 || measured < reported * Least.Value || percent < LeastTotal.Value) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Time("stops_total_ms", "stop-the-world time, measured by the kernel", stops.TotalNanoseconds),
            Evidence.Time("pauses_total_ms", "the same, reported by gctrace", pauses.TotalNanoseconds),
            Evidence.Time("stops_max_ms", "longest pause, measured by the kernel", stops.MaxNanoseconds ?? 0),
            Evidence.Time("pauses_max_ms", "longest pause, reported by gctrace", pauses.MaxNanoseconds ?? 0),
        ];
        foreach (var wait in recording.OtherWaits)
            evidence.Add(Evidence.Time("cpu_wait_ms", $"{wait.What} ({wait.Source})", wait.TotalNanoseconds));
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Stop-the-world pauses last {measured / reported:0.#} times as long as gctrace reports: threads wait for a processor",
            evidence,
            [
                new("Set GOMAXPROCS to the number of processors that the process may use: its CPU "
                    + "quota, rounded down (the default from Go 1.25).",
                    "GOMAXPROCS=N"),
                new("Or give the process its own processors. Other processes on the machine, or an exhausted CPU "
                    + "quota, prolong each stop-the-world pause."),
            ],
            $"Saves up to {Quantities.Duration((long)(measured - reported))} of "
                + $"{Quantities.Duration((long)measured)} of stop-the-world time.",
            Gain.UpTo(GainMetrics.TotalStop, (measured - reported) / 1e6, "ms")));
    }
}
