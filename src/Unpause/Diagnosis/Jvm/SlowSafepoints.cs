using Unpause.Analysis;
using Unpause.Collections;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The program is stopped long before the collector can begin, because a thread takes its time to reach a safepoint.</summary>
public sealed class SlowSafepoints : JvmRule
{
    private const double LeastShare = 0.2;
    private const long LeastNanoseconds = 50_000_000;
    private const long HighNanoseconds = 100_000_000;

    /// <inheritdoc/>
    public override string Id => "slow-safepoints";

    /// <inheritdoc/>
    public override string Summary => "Stopping the threads takes a notable part of the stopped time: some thread reaches its safepoint late.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Stops is not { TimeToSafepointTotalNanoseconds: { } reaching } stops)
        {
            return Verdict.NotApplicable("The log doesn't say how long stopping the threads took: add -Xlog:safepoint (JDK 9 and later) or -XX:+PrintGCApplicationStoppedTime (JDK 8).");
        }

        var longest = SlowestToReach(process.Recording.Stops!);
        var most = longest.TimeToSafepointNanoseconds ?? 0;
        if (most < LeastNanoseconds || reaching < stops.TotalNanoseconds * LeastShare) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("time spent bringing threads to a halt", Milliseconds(reaching), "ms"),
            new("its share of all stopped time", Math.Round(100.0 * reaching / stops.TotalNanoseconds, 1), "percent"),
            new(Of($"the longest wait, for operation {longest.Operation}"), Milliseconds(most), "ms"),
            new("stopped time outside the pauses that the collector reports", Milliseconds(stops.OutsidePausesNanoseconds), "ms"),
        ];
        List<Advice> advice =
        [
            new("Name the thread that comes late: the log names it after the given number of milliseconds (JDK 8 and later).", "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=50"),
            new("Long counted loops have no safepoint inside with Serial and Parallel: poll in them too (JDK 8 and later; on by default with G1, ZGC and Shenandoah from 10 on). Large array copies and page faults in mapped files have the same effect.", "-XX:+UseCountedLoopSafepoints"),
            new("If the waits come at random and the machine is busy, the threads wait for a CPU or for memory to be read back: look at CPU limits, swap and transparent huge pages."),
        ];
        var severity = most >= HighNanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(Id, severity, Of($"Stopping the threads takes {100.0 * reaching / stops.TotalNanoseconds:0} % of the stopped time, once {Milliseconds(most)} ms"), evidence, advice, Of($"Up to {Milliseconds(reaching)} ms of {Milliseconds(stops.TotalNanoseconds)} ms of stops.")));
    }

    private static Stop SlowestToReach(Column<Stop> stops)
    {
        var slowest = stops[0];
        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                if ((stop.TimeToSafepointNanoseconds ?? 0) > (slowest.TimeToSafepointNanoseconds ?? 0)) slowest = stop;
            }
        }

        return slowest;
    }
}
