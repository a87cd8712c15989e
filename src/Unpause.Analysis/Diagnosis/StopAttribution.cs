using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// Gives each stop to the finding that explains it, so that findings are ranked by the sums of their stops. What the stop itself shows
/// (off the CPU, not for GC, a failure, asked for by code) goes before patterns of the whole recording.
/// </summary>
public sealed class StopAttribution
{
    private const string Monitoring = "monitoring-stops";

    /// <summary>The rules that explain stops with a cause of their own, the best first.</summary>
    private static readonly Dictionary<PauseCause, string[]> RulesOf = new()
    {
        [PauseCause.StoppingThreads] = ["slow-safepoints"],
        [PauseCause.OtherOperation] = [Monitoring, "non-gc-stops"],
        [PauseCause.OffCpu] = ["starved-collector"],
        [PauseCause.Failure] = ["evacuation-failure", "concurrent-mode-failure", "full-collections"],
        [PauseCause.Induced] = [Monitoring, "induced-collections", "explicit-collections", "full-collections"],
        [PauseCause.Diagnostic] = [Monitoring, "heap-inspections", "induced-collections"],
        [PauseCause.Metadata] = ["metadata-collections"],
        [PauseCause.LargeObject] = ["humongous-allocation", "large-object-churn"],
    };

    private static readonly HashSet<string> OfSingleStops = [.. RulesOf.Values.SelectMany(ids => ids).Except(["full-collections"])];

    private readonly AnalysedProcess _process;
    private readonly PauseCauses _causes;
    private readonly List<Candidate> _candidates;

    private StopAttribution(AnalysedProcess process, List<Candidate> candidates)
    {
        (_process, _candidates) = (process, candidates);
        _causes = process.Shared(recording => new PauseCauses(recording))!;
    }

    /// <summary>For the findings of a process.</summary>
    /// <param name="found">Each rule with its finding.</param>
    /// <param name="times">The time that each can save; null when unknown.</param>
    /// <param name="roots">The index of each finding's root cause, its own for a root cause.</param>
    /// <param name="ranked">The indexes of root causes, the one that saves most first.</param>
    internal static StopAttribution Between(
        AnalysedProcess process, IReadOnlyList<(RuleDescription Rule, Finding Finding)> found, IReadOnlyList<TimeBack?> times,
        IReadOnlyList<int> roots, IReadOnlyList<int> ranked)
    {
        var candidates = new List<Candidate>(found.Count);
        for (var i = 0; i < found.Count; i++)
        {
            var (rule, finding) = found[i];
            // What saves no stopped time, and has no consequence that does, explains no stop.
            var root = i;
            var isPattern = ranked.Contains(i) && !FindingTree.IsSymptom(found[i]) && !OfSingleStops.Contains(rule.Id)
                && finding.Severity != Severity.Info;
            var most = isPattern
                ? times[i]?.Nanoseconds ?? Enumerable.Range(0, found.Count).Where(other => roots[other] == root)
                    .Max(other => times[other]?.Nanoseconds ?? 0)
                : 0;
            candidates.Add(new(i, roots[i], rule.Id, finding.Concerns, most));
        }

        return new StopAttribution(process, [.. candidates.OrderBy(candidate => ranked.ToList().IndexOf(candidate.Root))]);
    }

    /// <summary>The sums of each finding's stops.</summary>
    /// <returns>By index of the finding: the stops that it is about, and those that it explains as a root cause.</returns>
    internal (StopSum[] Concerned, StopSum[] Explained) Sum()
    {
        var (concerned, explained) = (new StopSum[_candidates.Count], new StopSum[_candidates.Count]);
        var left = _candidates.ToDictionary(candidate => candidate.Index, candidate => candidate.PatternNanoseconds);
        var stops = new FeltStops(_process);
        for (var at = 0; at < stops.Count; at++)
        {
            var felt = stops[at];
            foreach (var candidate in _candidates)
            {
                if (candidate.IsAbout(felt)) concerned[candidate.Index] = concerned[candidate.Index].Plus(felt);
            }

            if (Find(felt, left) is not { } finder) continue;
            explained[finder.Root] = explained[finder.Root].Plus(felt);
            if (left[finder.Index] > 0) left[finder.Index] -= felt.DurationNanoseconds;
        }

        return (concerned, explained);
    }

    /// <summary>The index of the root cause that explains a stop; null where no finding does.</summary>
    internal int? Find(FeltStop felt) => Find(felt, null)?.Root;

    private Candidate? Find(FeltStop felt, Dictionary<int, long>? left)
    {
        var cause = _causes.Find(felt);
        if (RulesOf.GetValueOrDefault(cause) is { } ids)
        {
            foreach (var id in ids)
            {
                if (_candidates.Find(candidate => candidate.Rule == id && candidate.IsAbout(felt)) is { } own) return own;
            }
        }

        // Patterns of collections don't explain what is no collection's work.
        if (cause is PauseCause.OtherOperation or PauseCause.StoppingThreads or PauseCause.OffCpu or PauseCause.TooSlow
            or PauseCause.Diagnostic) return null;
        return _candidates.Find(candidate =>
            (left is null ? candidate.PatternNanoseconds : left[candidate.Index]) > 0 && candidate.IsAbout(felt));
    }

    /// <summary>A finding that may explain stops.</summary>
    private sealed record Candidate(int Index, int Root, string Rule, Func<FeltStop, bool>? Concerns, long PatternNanoseconds)
    {
        public bool IsAbout(FeltStop felt) => Concerns?.Invoke(felt) ?? felt.ForCollection;
    }
}

/// <summary>A number of stops and their time.</summary>
/// <param name="Count">Stops.</param>
/// <param name="Nanoseconds">Their total time.</param>
public readonly record struct StopSum(long Count, Total Nanoseconds)
{
    internal StopSum Plus(FeltStop felt) => new(Count + 1, Nanoseconds + felt.DurationNanoseconds);
}
