using Unpause.Analysis.Settings;
using Unpause.Collections;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>The application is stopped long before the collector can start, because a thread is slow to reach its safepoint.</summary>
internal sealed class SlowSafepoints : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "smallest share of stopped time", 20, "time to safepoint is normally well below 1 ms");

    private static readonly Threshold LeastWait = Threshold.Milliseconds(
        "smallest maximum time to safepoint", 50, "users of a service notice a single stop from about this length");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "time to safepoint from which the finding is high", 100, "a request that meets it is late");

    private static readonly VersionRange StripMines = VersionRange.Parse("10..");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "slow-safepoints",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
        Summary = $"Time to safepoint is at least {Least} of stopped time, and once at least "
            + $"{LeastWait}: a thread is slow to reach its safepoint.",
        Background = "The application is stopped long before the collector can start, because a thread is slow to reach its safepoint. "
            + "Causes are a long counted loop, a large array copy, a page fault in a mapped file, or CPU starvation.",
        Thresholds = [Least, LeastWait, VeryLong],
        Needs = [JvmNeeds.Safepoints],
        Advises =
        [
            "find the thread that is slow to reach its safepoint",
            "enable safepoint polls in counted loops",
            "check CPU limits, swapping and transparent huge pages",
        ],
        Confidence = Confidence.Certain("the runtime reports the time to safepoint of each stop, but not why a thread was slow"),
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
            Evidence.Time("time_to_safepoint_total_ms", "total time to safepoint", reaching),
            Evidence.Percent(
                "share_of_stops_percent", "time to safepoint as a share of stopped time", 100.0 * reaching / stops.TotalNanoseconds),
            Evidence.Time(
                "time_to_safepoint_max_ms", $"longest time to safepoint, for VM operation {longest.Operation}", most),
            Evidence.Time(
                "outside_pauses_ms", "stopped time outside the pauses that the collector reports", stops.OutsidePausesNanoseconds),
        ];
        List<Advice> advice =
        [
            new(
                "Find the slow thread: the JVM logs its name after the given number of milliseconds (JDK 8 and later).",
                AdvisedSettings.SafepointTimeout),
            new("If it happens at random while the machine is busy, threads are starved of CPU or wait for swapped-out pages: check "
                + "CPU limits, swapping and transparent huge pages."),
        ];
        var facts = JvmFacts.From(process);
        if (!PollsInLoops(facts))
        {
            advice.Insert(1, new(
                "With Serial and Parallel, long counted loops contain no safepoint poll: enable it (JDK 8 and later). It is on by "
                + "default with G1, ZGC and Shenandoah from JDK 10 on. Large array copies and page "
                + "faults in mapped files have the same effect.",
                StripMines.Contains(facts.Versions)
                    ? "-XX:+UseCountedLoopSafepoints -XX:LoopStripMiningIter=1000"
                    : "-XX:+UseCountedLoopSafepoints"));
        }

        var severity = most >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"Time to safepoint is {100.0 * reaching / stops.TotalNanoseconds:0} % of stopped time, "
            + $"up to {Quantities.Duration(most)}",
            evidence,
            advice,
            $"Saves up to {Quantities.Duration(reaching)} of {Quantities.Duration(stops.TotalNanoseconds)} of stopped time.",
            Gain.UpTo(GainMetrics.TotalStop, Math.Min(reaching, stops.TotalNanoseconds) / 1e6, "ms"))
        {
            Concerns = felt => felt.Stop >= 0,
        });
    }

    /// <summary>Whether counted loops poll for safepoints by default: JDK 10 and later, except with Serial and Parallel.</summary>
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
