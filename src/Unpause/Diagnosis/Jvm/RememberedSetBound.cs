using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>G1's young pauses spend their time on finding pointers into the collected regions, not on copying.</summary>
public sealed class RememberedSetBound : JvmRule
{
    private const double LeastShare = 0.4;
    private const long LeastMeanNanoseconds = 10_000_000;

    /// <summary>The phases that update, merge and scan remembered sets, and the versions that have them.</summary>
    private static readonly (string Phase, string Versions)[] Phases =
    [
        ("Update RS", "7-13"), ("Scan RS", "7-13"), ("Merge Heap Roots", "14-25"), ("Scan Heap Roots", "14-25"),
    ];

    private static readonly string[] Names = [.. Phases.Select(phase => phase.Phase)];

    /// <inheritdoc/>
    public override string Id => "remembered-set-bound";

    /// <inheritdoc/>
    public override string Summary => "G1 pauses of which updating and scanning remembered sets takes most.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (PhaseTimes.Of(recording, Names) is not { } work) return Verdict.NotApplicable("The log has no phases of G1's pauses: -Xlog:gc*,gc+phases=debug (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8) prints them.");
        var (count, total, spent) = Sum(recording, work);
        if (count == 0 || total / count < LeastMeanNanoseconds || spent < total * LeastShare) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new(Of($"share of {count} young and mixed pauses spent on remembered sets"), Math.Round(100.0 * spent / total, 1), "percent"),
            new("mean young pause", Milliseconds(total / count), "ms"),
            new("of it on remembered sets", Milliseconds(spent / count), "ms"),
        ];
        List<Advice> advice =
        [
            new("Let concurrent threads do more of the work before the pause (percent of the pause goal that may go into it, default 10; JDK 7 and later).", "-XX:G1RSetUpdatingPauseTimePercent=5"),
            new("Larger regions have fewer pointers between them (JDK 7 and later).", "-XX:G1HeapRegionSize=16m"),
            new("Look for large, long-lived collections that are written to all the time: each write of a new object into an old one is a card to look at."),
        ];
        return Verdict.Found(new Finding(Id, Severity.Medium, Of($"Remembered sets take {100.0 * spent / total:0} % of the young pauses"), evidence, advice, Of($"Up to {Milliseconds(spent / count)} ms of each young pause.")));
    }

    private static (int Count, long Total, long Spent) Sum(Recording recording, PhaseTimes work)
    {
        var count = 0;
        Total total = default, spent = default;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (work[pause.Collection] is not { } time || recording.Collections[pause.Collection].Generation is not (Generations.Young or Generations.Mixed)) continue;
                count++;
                total += pause.DurationNanoseconds;
                spent += time;
            }
        }

        return (count, total, spent);
    }
}
