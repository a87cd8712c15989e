using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>What the rules said of all processes.</summary>
/// <param name="Findings">Each with the index of its process, gravest first.</param>
/// <param name="NotApplicable">Rules that lacked their events, with the index of the process.</param>
public sealed record Diagnoses(IReadOnlyList<ProcessFinding> Findings, IReadOnlyList<UnjudgedRule> NotApplicable)
{
    private static readonly Comparer<ProcessFinding> GravestFirst =
        Comparer<ProcessFinding>.Create(static (a, b) => a.Finding.Severity.CompareTo(b.Finding.Severity));

    /// <summary>Asks every rule about every process of its runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes) => Of(processes, RuleCatalog.All);

    /// <summary>Asks some rules about every process of their runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes, IReadOnlyList<Rule> rules)
    {
        var findings = new List<ProcessFinding>();
        var notApplicable = new List<UnjudgedRule>();
        for (var index = 0; index < processes.Count; index++)
        {
            foreach (var rule in rules)
            {
                if (!rule.Runtimes.Contains(processes[index].Recording.Source.Runtime)) continue;
                switch (rule.Check(processes[index]))
                {
                    case Verdict.FoundVerdict found: findings.Add(new(index, found.Finding)); break;
                    case Verdict.NotApplicableVerdict lacking: notApplicable.Add(new(index, rule.Id, lacking.Why)); break;
                }
            }
        }

        return new Diagnoses([.. findings.Order(GravestFirst)], notApplicable);
    }
}
