using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>
/// The findings of one process as a tree: a root cause, and below it what follows from it. Roots are ordered by the time that would
/// come back, each before what follows from it.
/// </summary>
internal static class FindingTree
{
    /// <summary>A cause explains a consequence whose time it accounts for by at least this share.</summary>
    private const double LeastExplained = 0.5;

    /// <summary>Where the time is unknown, a finding stands with those that would give back this share: by severity.</summary>
    private static readonly double[] ShareOfSeverity = [0.1, 0.02, 0.002, 0];

    /// <summary>Orders and links what the rules found in one process.</summary>
    /// <param name="process">The process.</param>
    /// <param name="found">Each rule with its finding, in the order of the catalogue.</param>
    /// <returns>The findings; each names the one that it follows from by its index in this list, smaller than its own.</returns>
    public static IReadOnlyList<LinkedFinding> Of(AnalysedProcess process, IReadOnlyList<(RuleDescription Rule, Finding Finding)> found)
    {
        // That something is amiss needs no saying where it is said what.
        if (found.Count > 1) found = [.. found.Where(item => !item.Rule.IsCatchAll || item.Finding.Severity != Severity.Info)];
        var times = found.Select(item => TimeBack.Of(item.Finding, process)).ToArray();
        var causes = new int?[found.Count];
        for (var i = 0; i < found.Count; i++) causes[i] = NamedCause(i);
        for (var i = 0; i < found.Count; i++)
        {
            if (found[i].Rule.IsCatchAll) causes[i] ??= LargestCause(i);
        }

        var roots = Enumerable.Range(0, found.Count)
            .Where(index => causes[index] is null)
            .OrderBy(index => found[index].Finding.Severity == Severity.Info)
            .ThenByDescending(Rank)
            .ThenBy(Gravest);
        var linked = new List<LinkedFinding>(found.Count);
        foreach (var root in roots) Add(root, null);
        return linked;

        // The rules' relations have no circle (a test holds it), so the depth is bounded by the catalogue.
        void Add(int index, int? cause)
        {
            var (rule, finding) = found[index];
            var at = linked.Count;
            var confidence = finding.Confidence ?? rule.Confidence;
            linked.Add(new(finding with { Severity = Gravest(index), Confidence = confidence, TimeBack = times[index] }, cause));
            var followers = Enumerable.Range(0, found.Count).Where(other => causes[other] == index).OrderByDescending(Rank);
            foreach (var follower in followers) Add(follower, at);
        }

        // What is repaired with its cause makes the cause as grave as itself.
        Severity Gravest(int index) => Enumerable.Range(0, found.Count)
            .Where(other => causes[other] == index)
            .Select(Gravest)
            .Append(found[index].Finding.Severity)
            .Min();

        int? NamedCause(int index)
        {
            foreach (var id in found[index].Finding.FollowsFrom ?? found[index].Rule.FollowsFrom)
            {
                for (var other = 0; other < found.Count; other++)
                {
                    if (other != index && found[other].Rule.Id == id && Explains(other, index)) return other;
                }
            }

            return null;
        }

        int? LargestCause(int index)
        {
            int? largest = null;
            for (var other = 0; other < found.Count; other++)
            {
                if (found[other].Rule.IsCatchAll || causes[other] is not null || times[other] is null) continue;
                if (times[index] is null || !Explains(other, index)) continue;
                if (largest is null || times[other]!.Nanoseconds > times[largest.Value]!.Nanoseconds) largest = other;
            }

            return largest;
        }

        bool Explains(int cause, int consequence) =>
            times[cause] is not { } explained || times[consequence] is not { } whole
            || explained.Nanoseconds >= whole.Nanoseconds * LeastExplained;

        double Rank(int index) =>
            times[index]?.Nanoseconds
            ?? (ShareOfSeverity[(int)found[index].Finding.Severity] * (process.Recording.ObservedNanoseconds ?? 0));
    }
}
