using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Go;

/// <summary>Stops are now short, now long, while the kernel moves pages between NUMA nodes.</summary>
internal sealed class NumaMigration : Rule
{
    private static readonly Threshold Least = Threshold.Count(
        "fewest pages moved in a second that counts", 1000, "pages",
        "a machine on which it was measured moved 4,700 a second, and none once the program was bound");

    private static readonly Threshold Share = Threshold.Percent(
        "least share of the stopped time that lies in such seconds", 50, "else the stops have another cause");

    private static readonly Threshold Swing = Threshold.Percent(
        "how much longer the longest stop of the worst seconds is than that of the best", 100,
        "stops that are all alike need no such cause; incident 2's swung between 30 and 70 ms");

    private static readonly Threshold Fewest = Threshold.Count("fewest such seconds", 5, "seconds", "fewer are chance");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "numa-migration",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"The kernel moves {Least} a second or more between NUMA nodes, at least {Share} of the stopped time lies in such "
            + "seconds, and the stops swing.",
        Background = "Where memory belongs to sockets, the kernel takes pages away for a moment to see who uses them, and moves them to "
            + "the node that does. A collector touches all of them from every processor: its threads meet those faults, and the program "
            + "waits for them, now longer, now shorter, whatever the collector has to do.",
        Thresholds = [Least, Share, Swing, Fewest],
        Needs = [GoNeeds.NumaCounts],
        Advises =
        [
            "bind the program to one node",
            "turn the kernel's balancing of nodes off where several programs are bound",
        ],
        Confidence = Confidence.Possible(
            "both come at the same time; the kernel counts moved pages of the whole machine, not of the program"),
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
        var seconds = NumaSecond.Of(counter, stops);
        var moving = seconds.FindAll(second => second.PagesPerSecond >= Least.Value);
        var (all, within) = (seconds.Sum(second => second.StoppedNanoseconds), moving.Sum(second => second.StoppedNanoseconds));
        if (moving.Count < Fewest.Value || within < all * Share.Share) return Verdict.Silent;
        // One second of ten is left out at either end: a single stop is no swing.
        var longest = moving.ConvertAll(second => second.LongestNanoseconds).FindAll(length => length > 0).Order().ToList();
        if (longest.Count < Fewest.Value) return Verdict.Silent;
        var (best, worst) = (longest[longest.Count / 10], longest[^(1 + (longest.Count / 10))]);
        if (worst - best < best * Swing.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"The kernel moves {Quantities.Count((long)counter.Mean)} pages a second between NUMA nodes, and stops swing between "
            + $"{Quantities.Duration(best)} and {Quantities.Duration(worst)}",
            [
                Evidence.Frequency("migrated_pages_per_s", "pages moved between nodes of the machine", counter.Mean),
                Evidence.Percent("share_of_stops_percent", "share of the stopped time in seconds with many", 100.0 * within / all),
                Evidence.Time("longest_stop_best_ms", "longest stop of a good second with many", best),
                Evidence.Time("longest_stop_worst_ms", "longest stop of a bad one", worst),
            ],
            [
                new(
                    "Bind the program to the processors and the memory of one node, where one node's memory is enough: then there is "
                    + "nothing to move.",
                    Code: "unpause run --numa-node 0 -- CMD"),
                new(
                    "Where programs are bound already, or one needs all nodes, turn the kernel's balancing off; then pages stay where "
                    + "they were first used.",
                    Code: "sysctl kernel.numa_balancing=0"),
            ],
            null));
    }
}
