using Unpause.Analysis;
using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;

namespace Unpause.Diagnosis.Go;

/// <summary>
/// Goroutines that gather at one place from profile to profile. Two profiles can't tell a leak from more load; several that only grow make
/// it likely, and only one that is taken when the load is gone would prove it.
/// </summary>
internal sealed class GoroutineLeak : Rule
{
    /// <summary>What waits for the network is as many as there are connections.</summary>
    private const string NetworkWait = "internal/poll.runtime_pollWait";

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest goroutines more at a place", 50, "goroutines", "fewer come and go with the load of a moment");

    private static readonly Threshold Growth = Threshold.Percent(
        "least growth of a place", 50, "a place that holds its number within that is in balance");

    private static readonly Threshold Series = Threshold.Count(
        "profiles that make it likely", 3, "profiles", "two points always lie on a line");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "goroutine-leak",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"At one place there are at least {Fewest} and {Growth} more in the last goroutine profile than in the first, and never "
            + "fewer than before between them.",
        Background = "A goroutine that waits for what never comes is never freed, nor is what its stack refers to; each collection scans "
            + "its stack, and stops the world a little longer the more of them there are.",
        Thresholds = [Fewest, Growth, Series],
        Needs = [GoNeeds.GoroutineProfiles],
        Advises = ["let what waits also end with its request (context)", "give a channel that nobody may read room for its one answer"],
        Confidence = Confidence.Possible("more load looks the same; a profile that is taken when the load is gone would tell"),
        Versions = "all.",
        Sources =
        [
            "Go, src/runtime/pprof (goroutine profile)",
            "golang/go issue 74609 (the collector can prove goroutines leaked; a profile of its own, experimental in Go 1.26)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Goroutines is not { Moments.Count: > 1 } goroutines) return GoNeeds.GoroutineProfiles.Missing();
        var growing = goroutines.Sites.Where(Grows).OrderByDescending(site => site.Counts[^1] - site.Counts[0]).ToList();
        return growing is [var worst, ..] ? Verdict.Found(Of(worst, growing.Count - 1, goroutines)) : Verdict.Silent;
    }

    private static bool Grows(GoroutineSite site)
    {
        if (site.Stack.Count == 0 || site.Stack.Contains(NetworkWait)) return false;
        for (var i = 1; i < site.Counts.Count; i++)
        {
            if (site.Counts[i] < site.Counts[i - 1]) return false;
        }

        var more = site.Counts[^1] - site.Counts[0];
        return more >= Fewest.Value && more >= site.Counts[0] * Growth.Share;
    }

    private Finding Of(GoroutineSite site, int others, Goroutines goroutines)
    {
        var place = site.Stack[UserFrames.First(site.Stack) ?? 0];
        var steady = site.Counts.Count >= Series.Value && Enumerable.Range(1, site.Counts.Count - 1).All(
            i => site.Counts[i] > site.Counts[i - 1]);
        List<Evidence> evidence =
        [
            Evidence.Count(
                "site_goroutines", $"goroutines in {place} in the last of {site.Counts.Count} profiles", site.Counts[^1], "goroutines"),
            Evidence.Count("earlier_site_goroutines", "there in the first", site.Counts[0], "goroutines"),
            Evidence.Count("goroutines", "goroutines in all in the last", goroutines.Moments[^1].Count, "goroutines"),
        ];
        if (goroutines.Moments[^1].UnixNanoseconds - goroutines.Moments[0].UnixNanoseconds is > 0 and var length)
            evidence.Add(Evidence.Frequency("goroutines_per_s", "more a second", (site.Counts[^1] - site.Counts[0]) * 1e9 / length));
        if (others > 0) evidence.Add(Evidence.Count("growing_sites", "further places that grow so", others, "sites"));
        List<Advice> advice =
        [
            new($"Look at what {place} waits for, and let it also end with the work it was started for: select on ctx.Done() beside the "
                + "channel.", Code: "select {\ncase v := <-results:\n    use(v)\ncase <-ctx.Done():\n    return\n}"),
            new("Where it sends an answer that nobody may read any more, give the channel room for it: make(chan T, 1)."),
            new("To be sure, take one more profile when the load is gone (/debug/pprof/goroutine): what stays has leaked."),
        ];
        return new Finding(
            Id, steady ? Severity.Medium : Severity.Low,
            $"Goroutines gather in {place}: {Quantities.Count(site.Counts[0])}, then {Quantities.Count(site.Counts[^1])}",
            evidence, advice, null)
        {
            Confidence = steady ? Confidence.Likely($"it grew in each of {site.Counts.Count} profiles") : null,
        };
    }
}
