using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>A Go program that stands still much longer than its runtime's own clock says, because its threads get no processor.</summary>
internal sealed class LateRestarts : Rule
{
    private static readonly Threshold Least = Threshold.Times(
        "least stopped time against what gctrace says", 3, "the runtime stops its clock a little early on a quiet machine, too");

    private static readonly Threshold LeastTotal = Threshold.Percent(
        "least share of the time that is stopped", 1, "less is nothing to work on");

    private static readonly Threshold High = Threshold.Percent("share that makes the finding high", 10, "then all requests feel it");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "late-restarts",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"The program stood still {Least} or more what its gc lines say, {LeastTotal} of the time or more.",
        Background = "Go takes the time of a pause before it lets the program go on. Where the thread that does so loses its processor "
            + "(a busy "
            + "machine, a CPU quota that is used up, GOMAXPROCS above it), the world stays stopped and no line of Go says so. Kernel "
            + "probes "
            + "and execution traces do.",
        Thresholds = [Least, LeastTotal, High],
        Needs = [GoNeeds.StopsBesidePauses],
        Advises =
        [
            "set GOMAXPROCS to the processors that the program really has",
            "give it processors of its own, or a larger quota",
        ],
        Confidence = Confidence.Likely("both times are measured; what took the processor is told only where the kernel's counts show it"),
        Versions = "All versions of Go. From 1.25 on GOMAXPROCS follows the control group's quota by itself.",
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

        var (felt, told) = ((double)stops.TotalNanoseconds.Value, (double)pauses.TotalNanoseconds.Value);
        var percent = 100 * felt / recording.ObservedNanoseconds!.Value;
        if (told <= 0 || felt < told * Least.Value || percent < LeastTotal.Value) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Time("stops_total_ms", "stopped for collections, as the kernel saw it", stops.TotalNanoseconds),
            Evidence.Time("pauses_total_ms", "the same by Go's own clock", pauses.TotalNanoseconds),
            Evidence.Time("stops_max_ms", "the longest stop", stops.MaxNanoseconds ?? 0),
            Evidence.Time("pauses_max_ms", "the longest by Go's own clock", pauses.MaxNanoseconds ?? 0),
        ];
        foreach (var wait in recording.OtherWaits)
            evidence.Add(Evidence.Time("processor_wait_ms", $"{wait.What} ({wait.Source})", wait.TotalNanoseconds));
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Collections stop the program {felt / told:0.#} times as long as Go says: its threads get no processor",
            evidence,
            [
                new("Set GOMAXPROCS to the processors that the program really has: its CPU quota, rounded down (Go 1.25 does so by "
                    + "itself).",
                    "GOMAXPROCS=N"),
                new("Or give it processors of its own: what else runs on the machine, or uses up the control group's quota, keeps the "
                    + "world "
                    + "stopped for as long as it runs."),
            ],
            $"Up to {Quantities.Duration((long)(felt - told))} of {Quantities.Duration((long)felt)} of stops.",
            Gain.UpTo(GainMetrics.TotalStop, (felt - told) / 1e6, "ms")));
    }
}
