namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>Stop-the-world pauses of varying length while the kernel migrates pages between NUMA nodes.</summary>
internal sealed class NumaMigration : Rule
{
    private static readonly Threshold Least = Threshold.Count(
        "minimum migration rate of a second that counts", 1000, "pages",
        "a measured machine migrated 4,700 a second, and none after the process was bound to a node");

    private static readonly Threshold Share = Threshold.Percent(
        "minimum share of stop-the-world time in such seconds", 50, "otherwise the pauses have another cause");

    private static readonly Threshold Swing = Threshold.Percent(
        "minimum spread: longest pause of the worst seconds relative to that of the best", 100,
        "uniform pauses need no such cause; those of incident 2 varied between 30 and 70 ms");

    private static readonly Threshold Fewest = Threshold.Count("minimum number of such seconds", 5, "seconds", "fewer may be chance");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "numa-migration",
        AppliesTo = [Runtimes.Go],
        Summary = $"The kernel migrates at least {Least} a second between NUMA nodes, at least {Share} of the stop-the-world time is in "
            + "such seconds, and the pauses vary in length.",
        Background = "On a NUMA machine the kernel unmaps pages briefly to learn which node uses them (hint faults), and migrates "
            + "them to that node. GC touches all pages from every processor, so its threads take these faults. Pauses then vary "
            + "in length, independently of the amount of GC work.",
        Thresholds = [Least, Share, Swing, Fewest],
        Needs = [GoNeeds.NumaCounts],
        Advises =
        [
            "bind the process to one NUMA node",
            "disable automatic NUMA balancing where several processes are bound to nodes",
        ],
        Confidence = Confidence.Possible(
            "both occur at the same time; the kernel counts migrated pages of the whole machine, not of the process"),
        Versions = "All versions of Go, on machines with more than one NUMA node.",
        Sources =
        [
            "golang/go#14406 (pauses of mark termination with do_numa_page and migrate_misplaced_page)",
            "Linux, Documentation/admin-guide/sysctl/kernel.rst, numa_balancing",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var counter = process.Recording.ProcessCounters?.FirstOrDefault(counter => counter.Name == ProcessCounter.NumaMigrations);
        if (counter is null || process.Recording.Stops is not { } stops) return GoNeeds.NumaCounts.Missing();
        var seconds = NumaSecond.ComputeAll(counter, stops);
        var moving = seconds.FindAll(second => second.PagesPerSecond >= Least.Value);
        var (all, within) = (seconds.Sum(second => second.StoppedNanoseconds), moving.Sum(second => second.StoppedNanoseconds));
        if (moving.Count < Fewest.Value || within < all * Share.Share) return Verdict.Silent;
        // One second of ten is left out at either end: a single long pause is not a spread.
        var longest = moving.ConvertAll(second => second.LongestNanoseconds).FindAll(length => length > 0).Order().ToList();
        if (longest.Count < Fewest.Value) return Verdict.Silent;
        var (best, worst) = (longest[longest.Count / 10], longest[^(1 + (longest.Count / 10))]);
        if (worst - best < best * Swing.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"The kernel migrates {Quantities.Count((long)counter.Mean)} pages a second between NUMA nodes, and pauses vary between "
            + $"{Quantities.Duration(best)} and {Quantities.Duration(worst)}",
            [
                Evidence.Frequency("migrated_pages_per_s", "pages migrated between NUMA nodes, whole machine", counter.Mean),
                Evidence.Percent(
                    "share_of_stops_percent", "share of stop-the-world time in seconds with many migrations", 100.0 * within / all),
                Evidence.Time("longest_pause_p10_ms", "longest pause of a good second (10th percentile) with many migrations", best),
                Evidence.Time("longest_pause_p90_ms", "longest pause of a bad second (90th percentile)", worst),
            ],
            [
                new(
                    "Bind the process to the processors and the memory of one node, if one node's "
                    + "memory is enough: then nothing is migrated.",
                    Code: "unpause run --numa-node 0 -- CMD"),
                new(
                    "Where processes are already bound, or one needs all nodes, disable automatic NUMA balancing. Pages "
                    + "then stay on the node of their first use.",
                    Code: "sysctl kernel.numa_balancing=0"),
            ],
            null));
    }
}

/// <summary>The interval between two samples, usually a second, with its migrated pages and the pauses that started in it.</summary>
/// <param name="PagesPerSecond">Pages migrated between nodes.</param>
/// <param name="StoppedNanoseconds">Total of its pauses.</param>
/// <param name="LongestNanoseconds">The longest of them.</param>
internal readonly record struct NumaSecond(double PagesPerSecond, long StoppedNanoseconds, long LongestNanoseconds)
{
    /// <summary>All intervals, in order.</summary>
    /// <param name="moved">Migrated pages, each sample at the end of its interval.</param>
    /// <param name="stops">Pauses in order of time.</param>
    public static List<NumaSecond> ComputeAll(ProcessCounter moved, Column<Stop> stops)
    {
        var seconds = new List<NumaSecond>(moved.Values.Count);
        var next = 0;
        foreach (var sample in moved.Values)
        {
            var (stopped, longest) = (0L, 0L);
            for (; next < stops.Count && stops[next] is var stop && stop.StartNanoseconds < sample.TimeNanoseconds; next++)
            {
                stopped += stop.DurationNanoseconds;
                longest = Math.Max(longest, stop.DurationNanoseconds);
            }

            seconds.Add(new NumaSecond(sample.Value, stopped, longest));
        }

        return seconds;
    }
}
