using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>
/// Goroutines that accumulate at one place from profile to profile. Two profiles cannot distinguish a leak from more load. Several with
/// steady growth make it likely. Only a profile taken after the load has ended would prove it.
/// </summary>
internal sealed class GoroutineLeak : Rule
{
    /// <summary>The number of goroutines that wait for the network follows the number of connections.</summary>
    private const string NetworkWait = "internal/poll.runtime_pollWait";

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum increase at one place", 50, "goroutines", "fewer may follow momentary load");

    private static readonly Threshold Growth = Threshold.Percent(
        "minimum growth at one place", 50, "smaller changes are ordinary fluctuation");

    private static readonly Threshold Series = Threshold.Count(
        "number of profiles that make it likely", 3, "profiles", "two points always lie on a line");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "goroutine-leak",
        AppliesTo = [Runtimes.Go],
        Summary = $"At one place, the last goroutine profile has at least {Fewest} and {Growth} more than the "
            + "first, and the number never falls in between.",
        Background = "A goroutine that is blocked forever is never freed, and its stack retains everything it references. Each GC cycle "
            + "scans its stack, and the more goroutines there are, the longer each stop-the-world pause takes.",
        Thresholds = [Fewest, Growth, Series],
        Needs = [GoNeeds.GoroutineProfiles],
        Advises = ["end the wait with the request (context)", "buffer the channel for a result that may never be received"],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Possible("more load looks the same; a profile taken after the load has ended would distinguish the two"),
        Versions = "all.",
        Sources =
        [
            "Go, src/runtime/pprof (goroutine profile)",
            "golang/go issue 74609 (GC can prove goroutines leaked; a separate profile, experimental in Go 1.26)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Goroutines is not { Moments.Count: > 1 } goroutines) return GoNeeds.GoroutineProfiles.Missing();
        var growing = goroutines.Sites.Where(Grows).OrderByDescending(site => site.Counts[^1] - site.Counts[0]).ToList();
        return growing is [var worst, ..] ? Verdict.Found(CreateFinding(worst, growing.Count - 1, goroutines)) : Verdict.Silent;
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

    private Finding CreateFinding(GoroutineSite site, int others, Goroutines goroutines)
    {
        var place = site.Stack[UserFrames.First(site.Stack) ?? 0];
        var steady = site.Counts.Count >= Series.Value && Enumerable.Range(1, site.Counts.Count - 1).All(
            i => site.Counts[i] > site.Counts[i - 1]);
        List<Evidence> evidence =
        [
            Evidence.Count(
                "site_goroutines", $"goroutines in {place} in the last of {site.Counts.Count} profiles", site.Counts[^1], "goroutines"),
            Evidence.Count("earlier_site_goroutines", "goroutines there in the first profile", site.Counts[0], "goroutines"),
            Evidence.Count("goroutines", "all goroutines in the last profile", goroutines.Moments[^1].Count, "goroutines"),
        ];
        if (goroutines.Moments[^1].UnixNanoseconds - goroutines.Moments[0].UnixNanoseconds is > 0 and var length)
            evidence.Add(Evidence.Frequency("goroutines_per_s", "increase per second", (site.Counts[^1] - site.Counts[0]) * 1e9 / length));
        if (others > 0) evidence.Add(Evidence.Count("growing_sites", "other places with such growth", others, "sites"));
        List<Advice> advice =
        [
            new($"Find what {place} waits for, and end the wait with the work that it belongs to: select on ctx.Done() "
                + "in addition to the channel.", Code: "select {\ncase v := <-results:\n    use(v)\ncase <-ctx.Done():\n    return\n}"),
            new("Where it sends a result that may never be received, buffer the channel: make(chan T, 1)."),
            new("To confirm it, take one more profile after the load has ended "
                + "(/debug/pprof/goroutine): goroutines that remain have leaked."),
        ];
        return new Finding(
            Id, steady ? Severity.Medium : Severity.Low,
            $"Goroutines accumulate in {place}: {Quantities.Count(site.Counts[0])}, then {Quantities.Count(site.Counts[^1])}",
            evidence, advice, null)
        {
            Confidence = steady ? Confidence.Likely($"the number grew in each of {site.Counts.Count} profiles") : null,
        };
    }
}
