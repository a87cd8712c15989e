using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// A finding that names no cause, where no other finding explains it: it says so, names the phase that dominates, and first advises the
/// recording that would show the cause.
/// </summary>
public static class SymptomHeading
{
    /// <summary>How its title starts.</summary>
    public const string Start = "No specific cause found";

    /// <summary>A phase dominates if it takes at least this share of the pause time.</summary>
    private const double LeastShare = 0.3;

    private static readonly Requirement JvmPaths = new(
        "allocation sites and what retains the objects that survive",
        "The log has no allocation sites",
        [new("unpause record PID --jfr --retainers", "JDK 11 and later"), new("unpause record PID --jfr", "JDK 8u262 and later")]);

    /// <summary>The finding with this title, evidence and advice.</summary>
    internal static Finding Write(AnalysedProcess process, Finding finding)
    {
        var (evidence, advice) = (finding.Evidence, finding.Advice);
        if (Dominating(process) is { } phase)
        {
            var share = 100.0 * phase.TotalNanoseconds / process.Summary.Pauses.TotalNanoseconds;
            evidence =
            [
                .. evidence,
                Evidence.Percent(
                    "dominating_phase_percent", $"share of pause time in phase {phase.Phase}, the largest", Math.Min(100, share)),
            ];
        }

        var title = $"{Start}: {Lowered(finding.Title)}";
        if (NextRecording(process.Recording) is not { } next)
        {
            return finding with { Title = title, Evidence = evidence };
        }

        var record = new Advice(
            $"The recording does not show the cause. Record {next.What}.", next.SwitchFor(process.Recording).Switch);
        // CPython's thresholds help whatever the cause.
        advice = process.Recording.Source.Runtime == Runtimes.CPython ? [.. advice, record] : [record, .. advice];
        return finding with { Title = title, Evidence = evidence, Advice = advice };
    }

    /// <summary>The phase of pauses that takes most time, without those that only contain others; null where none dominates.</summary>
    private static PhaseSummary? Dominating(AnalysedProcess process)
    {
        if (process.Summary.Pauses.TotalNanoseconds is not { Value: > 0 } total) return null;
        foreach (var phase in process.Summary.Collections.ByPhase)
        {
            if (phase.Concurrent || Events.PhaseTable.Find(phase.Phase) is not { } row) continue;
            if (row.Kind is Events.PausePartKind.Collecting or Events.PausePartKind.Preparing) continue;
            return phase.TotalNanoseconds.Value >= total.Value * LeastShare ? phase : null;
        }

        return null;
    }

    /// <summary>What to record next; null where nothing shows more.</summary>
    private static Requirement? NextRecording(Recording recording) => recording.Source.Runtime switch
    {
        // Ruby cannot be recorded.
        Runtimes.Ruby => null,
        Runtimes.Node => recording.Phases.Names.Count == 0 ? Node.NodeNeeds.Trace : null,
        Runtimes.Jvm when OtherJvms.Made(recording.Source) => null,
        Runtimes.DotNet when recording.Allocations is null => DotNet.DotNetNeeds.Allocations with
        {
            What = "allocation samples with their call stacks: they name the code that allocates",
        },
        Runtimes.Jvm when recording.Phases.Names.Count == 0 && recording.Source.Collector == JvmCollectors.G1 => Jvm.JvmNeeds.Phases,
        Runtimes.Jvm when recording.Allocations is null => JvmPaths,
        Runtimes.Go when recording.Allocations is null => Go.GoNeeds.AllocationProfile,
        Runtimes.CPython => Python.PythonNeeds.Cycles,
        _ => UnrecordedParts.Sampled,
    };

    private static string Lowered(string title) =>
        title.Length > 1 && char.IsUpper(title[0]) && char.IsLower(title[1]) && !title.StartsWith("Go ", StringComparison.Ordinal)
            ? char.ToLowerInvariant(title[0]) + title[1..]
            : title;
}
