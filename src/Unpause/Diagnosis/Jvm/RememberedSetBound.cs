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

    /// <inheritdoc/>
    public override string Id => "remembered-set-bound";

    /// <inheritdoc/>
    public override string Summary => "G1 pauses of which updating and scanning remembered sets takes most.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var work = new Dictionary<int, long>();
        foreach (var phase in recording.Phases)
        {
            if (Array.Exists(Phases, row => row.Phase == phase.Name)) work[phase.Collection] = work.GetValueOrDefault(phase.Collection) + phase.DurationNanoseconds;
        }

        if (work.Count == 0) return Verdict.NotApplicable("The log has no phases of G1's pauses: -Xlog:gc*,gc+phases=debug (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8) prints them.");
        var pauses = recording.Pauses.Where(pause => work.ContainsKey(pause.Collection) && recording.Collections[pause.Collection].Generation is (Generations.Young or Generations.Mixed)).ToList();
        var total = pauses.SumSaturated(pause => pause.DurationNanoseconds);
        var spent = pauses.SumSaturated(pause => work[pause.Collection]);
        if (pauses.Count == 0 || total / pauses.Count < LeastMeanNanoseconds || spent < total * LeastShare) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new(Of($"share of {pauses.Count} young and mixed pauses spent on remembered sets"), Math.Round(100.0 * spent / total, 1), "percent"),
            new("mean young pause", Milliseconds(total / pauses.Count), "ms"),
            new("of it on remembered sets", Milliseconds(spent / pauses.Count), "ms"),
        ];
        List<Advice> advice =
        [
            new("Let concurrent threads do more of the work before the pause (percent of the pause goal that may go into it; default 10).", "-XX:G1RSetUpdatingPauseTimePercent=5"),
            new("Larger regions have fewer pointers between them.", "-XX:G1HeapRegionSize=16m"),
            new("Look for large, long-lived collections that are written to all the time: each write of a new object into an old one is a card to look at."),
        ];
        return Verdict.Found(new Finding(Id, Severity.Medium, Of($"Remembered sets take {100.0 * spent / total:0} % of the young pauses"), evidence, advice, Of($"Up to {Milliseconds(spent / pauses.Count)} ms of each young pause.")));
    }
}
