using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// The findings of one process as a tree: root causes with their consequences below them. Root causes are ordered by the stopped time that
/// they explain, in steps of a twentieth of all of it, then by certainty, then by severity.
/// </summary>
internal static class FindingTree
{
    /// <summary>A cause explains a consequence if it accounts for at least this share of its time.</summary>
    private const double LeastExplained = 0.5;

    /// <summary>If the saved time is unknown, a finding ranks as if it saved this share of the time, by severity.</summary>
    private static readonly double[] ShareOfSeverity = [0.1, 0.02, 0.002, 0];

    /// <summary>How much of what it can save counts when two causes claim the same stops, by certainty.</summary>
    private static readonly double[] WeightOfConfidence = [1, 0.8, 0.5];

    private const double Steps = 20;

    /// <summary>Orders and links what the rules found in one process.</summary>
    /// <param name="found">Each rule with its finding, in the order of the catalogue.</param>
    /// <returns>The findings; each has the index of its cause in this list, smaller than its own.</returns>
    public static LinkedFindings Build(AnalysedProcess process, IReadOnlyList<(RuleDescription Rule, Finding Finding)> found)
    {
        // A catch-all finding adds nothing to specific ones.
        if (found.Count > 1) found = [.. found.Where(item => !IsSymptom(item) || item.Finding.Severity != Severity.Info)];
        var times = found.Select(item => TimeBack.Estimate(item.Finding, process)).ToArray();
        var causes = new int?[found.Count];
        for (var i = 0; i < found.Count; i++) causes[i] = NamedCause(i);
        for (var i = 0; i < found.Count; i++)
        {
            if (IsSymptom(found[i])) causes[i] ??= LargestCause(i);
        }

        int[] ranked = [.. Enumerable.Range(0, found.Count)
            .Where(index => causes[index] is null)
            .OrderBy(index => found[index].Finding.Severity == Severity.Info)
            .ThenBy(index => IsSymptom(found[index]))
            .ThenByDescending(index => Rank(index) * WeightOfConfidence[(int)Certainty(index).Level])
            .ThenBy(Gravest)];
        var attribution = StopAttribution.Between(process, found, times, [.. Enumerable.Range(0, found.Count).Select(Root)], ranked);
        var (concerned, explained) = attribution.Sum();
        var linked = new List<LinkedFinding>(found.Count);
        var all = explained.Sum(sum => (double)sum.Nanoseconds.Value);
        var roots = ranked.OrderBy(index => found[index].Finding.Severity == Severity.Info)
            .ThenByDescending(index => all > 0 ? Math.Round(explained[index].Nanoseconds.Value / all * Steps) : 0)
            .ThenBy(index => IsSymptom(found[index]))
            .ThenBy(index => explained[index].Count > 0 ? Certainty(index).Level : ConfidenceLevel.Certain)
            .ThenBy(index => explained[index].Count > 0 ? Gravest(index) : Severity.High)
            .ThenByDescending(index => explained[index].Nanoseconds.Value);
        foreach (var root in roots) Add(root, null);
        return new(linked, attribution);

        // The relations between rules have no cycle (checked by a test), so the depth is bounded by the catalogue.
        void Add(int index, int? cause)
        {
            var (rule, finding) = found[index];
            var at = linked.Count;
            if (cause is null && IsSymptom(found[index]) && finding.Severity != Severity.Info)
                finding = SymptomHeading.Write(process, finding);
            linked.Add(new(
                finding with
                {
                    Severity = Gravest(index),
                    Advice = cause is { } above
                        ? WithoutSettings(finding.Advice, linked[above].Finding, IsSymptom(found[index]) || NeedsCode(above))
                        : finding.Advice,
                    NamesCause = !IsSymptom((rule, finding)),
                    Confidence = Certainty(index),
                    TimeBack = times[index],
                    Stops = concerned[index],
                    Explains = cause is null ? explained[index] : default,
                },
                cause,
                index));
            var followers = Enumerable.Range(0, found.Count).Where(other => causes[other] == index).OrderByDescending(Rank);
            foreach (var follower in followers) Add(follower, at);
        }

        // Whether a cause, or what that follows from, is one that no setting changes.
        bool NeedsCode(int? place)
        {
            for (; place is { } at; place = linked[at].FollowsFrom)
            {
                if (found[linked[at].Index].Rule.IsCuredByCodeAlone) return true;
            }

            return false;
        }

        Confidence Certainty(int index) => found[index].Finding.Confidence ?? found[index].Rule.Confidence;

        int Root(int index)
        {
            while (causes[index] is { } cause) index = cause;
            return index;
        }

        // A consequence is fixed with its cause, so the cause is at least as severe.
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
                if (IsSymptom(found[other]) || causes[other] is not null || times[other] is null) continue;
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

    /// <summary>
    /// What a consequence advises beside its cause: no setting that the cause advises too. A symptom's settings would only hide the cause,
    /// and those against what only the program can change delay it, or do nothing.
    /// </summary>
    private static IReadOnlyList<Advice> WithoutSettings(IReadOnlyList<Advice> all, Finding cause, bool withoutAny)
    {
        var told = cause.Advice.SelectMany(advice => advice.Explained).ToHashSet(StringComparer.Ordinal);
        var own = all.Where(advice => advice.Explained.Count == 0 || !(withoutAny || advice.Explained.Any(told.Contains))).ToList();
        return own.Count > 0 ? own : [new($"It is a consequence: follow the advice on {cause.Id}.")];
    }

    /// <summary>Whether a finding names no cause.</summary>
    internal static bool IsSymptom((RuleDescription Rule, Finding Finding) found) => !(found.Finding.NamesCause ?? !found.Rule.IsCatchAll);
}

/// <summary>A finding and its cause.</summary>
/// <param name="Finding">The finding, with its confidence.</param>
/// <param name="FollowsFrom">The index of its cause in the same list, smaller than its own; null for a root cause.</param>
/// <param name="Index">Its index in the order of the catalogue.</param>
internal readonly record struct LinkedFinding(Finding Finding, int? FollowsFrom, int Index);

/// <summary>The findings of a process in their order, and which of them explains a stop.</summary>
internal sealed record LinkedFindings(IReadOnlyList<LinkedFinding> Findings, StopAttribution Attribution)
{
    /// <summary>The place, in this order, of the finding that explains a stop; null where none does.</summary>
    public int? Find(FeltStop felt)
    {
        if (Attribution.Find(felt) is not { } index) return null;
        for (var place = 0; place < Findings.Count; place++)
        {
            if (Findings[place].Index == index) return place;
        }

        return null;
    }
}
