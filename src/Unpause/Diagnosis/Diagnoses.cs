using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>What the rules said of all processes.</summary>
/// <param name="Findings">Each with the index of its process, gravest first.</param>
/// <param name="NotApplicable">Rules that lacked their events, with the index of the process.</param>
public sealed record Diagnoses(
    IReadOnlyList<(int Process, Finding Finding)> Findings, IReadOnlyList<(int Process, string RuleId, string Why)> NotApplicable)
{
    /// <summary>Asks every rule about every process of its runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes) => Of(processes, RuleCatalog.All);

    /// <summary>Asks some rules about every process of their runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes, IReadOnlyList<Rule> rules)
    {
        var findings = new List<(int Process, Finding Finding)>();
        var notApplicable = new List<(int, string, string)>();
        for (var index = 0; index < processes.Count; index++)
        {
            foreach (var rule in rules)
            {
                if (!rule.Runtimes.Contains(processes[index].Recording.Source.Runtime)) continue;
                switch (rule.Check(processes[index]))
                {
                    case Verdict.FoundVerdict found: findings.Add((index, found.Finding)); break;
                    case Verdict.NotApplicableVerdict lacking: notApplicable.Add((index, rule.Id, lacking.Why)); break;
                }
            }
        }

        return new Diagnoses([.. findings.OrderBy(found => found.Finding.Severity)], notApplicable);
    }
}
