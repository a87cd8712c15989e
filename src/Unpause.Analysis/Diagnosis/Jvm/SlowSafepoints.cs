using Unpause.Analysis;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Settings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The program is stopped long before the collector can begin, because a thread takes its time to reach a safepoint.</summary>
internal sealed class SlowSafepoints : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of the stopped time", 20, "stopping the threads takes well below a millisecond otherwise");

    private static readonly Threshold LeastWait = Threshold.Milliseconds(
        "least longest wait", 50, "from about here on the users of a service notice a single stop");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a wait that makes the finding high", 100, "a request that meets it is late");

    private static readonly VersionRange StripMines = VersionRange.Parse("10..");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "slow-safepoints",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Stopping the threads takes at least {Least} of the stopped time, and once {LeastWait} or more: some thread reaches "
            + "its safepoint late.",
        Background = "The program is stopped long before the collector can begin, because a thread takes its time to reach a safepoint: a "
            + "long counted loop, a large array copy, a page fault in a mapped file, or a thread that gets no CPU.",
        Thresholds = [Least, LeastWait, VeryLong],
        Needs = [JvmNeeds.Safepoints],
        Advises =
        [
            "name the thread that comes late",
            "poll in counted loops, too",
            "look at CPU limits, swap and transparent huge pages",
        ],
        Confidence = Confidence.Certain("the runtime tells the time of each stop; why a thread came late it doesn't"),
        Versions = "JDK 8 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/runtime/safepoint.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.Stops is not { TimeToSafepointTotalNanoseconds: { } reaching } stops)
        {
            return JvmNeeds.Safepoints.Missing();
        }

        var longest = SlowestToReach(process.Recording.Stops!);
        var most = longest.TimeToSafepointNanoseconds ?? 0;
        if (most < LeastWait.Nanoseconds || reaching < stops.TotalNanoseconds * Least.Share) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Time("time_to_safepoint_total_ms", "time spent bringing threads to a halt", reaching),
            Evidence.Percent("share_of_stops_percent", "its share of all stopped time", 100.0 * reaching / stops.TotalNanoseconds),
            Evidence.Time("time_to_safepoint_max_ms", $"the longest wait, for operation {longest.Operation}", most),
            Evidence.Time(
                "outside_pauses_ms", "stopped time outside the pauses that the collector reports", stops.OutsidePausesNanoseconds),
        ];
        List<Advice> advice =
        [
            new(
                "Name the thread that comes late: the log names it after the given number of milliseconds (JDK 8 and later).",
                "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=50"),
            new("If the waits come at random and the machine is busy, the threads wait for a CPU or for memory to be read back: look at "
                + "CPU limits, swap and transparent huge pages."),
        ];
        var facts = JvmFacts.Of(process);
        if (!PollsInLoops(facts))
        {
            advice.Insert(1, new(
                "Long counted loops have no safepoint inside with Serial and Parallel: poll in them too (JDK 8 and later; on by default "
                + "with G1, ZGC and Shenandoah from 10 on). Large array copies and page faults in mapped files have the same effect.",
                StripMines.Contains(facts.Versions)
                    ? "-XX:+UseCountedLoopSafepoints -XX:LoopStripMiningIter=1000"
                    : "-XX:+UseCountedLoopSafepoints"));
        }

        var severity = most >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"Stopping the threads takes {100.0 * reaching / stops.TotalNanoseconds:0} % of the stopped time, "
            + $"once {Quantities.Duration(most)}",
            evidence,
            advice,
            $"Up to {Quantities.Duration(reaching)} of {Quantities.Duration(stops.TotalNanoseconds)} of stops.",
            Gain.UpTo(GainMetrics.TotalStop, Math.Min(reaching, stops.TotalNanoseconds) / 1e6, "ms")));
    }

    /// <summary>Whether loops are left for safepoints by default: JDK 10 and later, but for Serial and Parallel.</summary>
    private static bool PollsInLoops(JvmFacts facts) =>
        StripMines.Contains(facts.Versions)
        && facts.Collector is not (null or "Serial" or JvmCollectors.Parallel)
        && facts.Present("UseCountedLoopSafepoints") != "false";

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
