using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>What the rules said of all processes.</summary>
/// <param name="Findings">Each with the index of its process: root causes by the time that would come back, each before what follows from
/// it.</param>
/// <param name="NotApplicable">Rules that lacked their events, with the index of the process.</param>
public sealed record Diagnoses(IReadOnlyList<ProcessFinding> Findings, IReadOnlyList<UnjudgedRule> NotApplicable)
{
    /// <summary>Asks every rule about every process of its runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes) => Of(processes, RuleCatalog.All);

    /// <summary>Asks some rules about every process of their runtimes.</summary>
    internal static Diagnoses Of(IReadOnlyList<AnalysedProcess> processes, IReadOnlyList<Rule> rules)
    {
        var findings = new List<ProcessFinding>();
        var notApplicable = new List<UnjudgedRule>();
        for (var index = 0; index < processes.Count; index++)
        {
            var found = new List<(RuleDescription, Finding)>();
            foreach (var rule in rules)
            {
                if (!rule.Runtimes.Contains(processes[index].Recording.Source.Runtime)) continue;
                switch (rule.Check(processes[index]))
                {
                    case Verdict.FoundVerdict verdict: found.Add((rule.About, Checked(processes[index], verdict.Finding))); break;
                    case Verdict.NotApplicableVerdict lacking: notApplicable.Add(new(index, rule.Id, lacking.Why)); break;
                }
            }

            var first = findings.Count;
            foreach (var linked in FindingTree.Of(processes[index], found))
            {
                findings.Add(new(index, linked.Finding, linked.FollowsFrom + first));
            }
        }

        return new Diagnoses(findings, notApplicable);
    }

    /// <summary>The finding with advice that the very runtime takes.</summary>
    private static Finding Checked(AnalysedProcess process, Finding finding) =>
        finding with { Advice = AdviceGate.Checked(process, finding.Advice) };
}
