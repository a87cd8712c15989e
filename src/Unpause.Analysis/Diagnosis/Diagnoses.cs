using Unpause.Analysis.Events;
using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>The results of the rules for all processes.</summary>
/// <param name="Findings">Each with the index of its process: root causes by the time that fixing them saves, each before its
/// consequences.</param>
/// <param name="NotApplicable">Rules whose required data is not recorded, with the index of the process.</param>
public sealed record Diagnoses(IReadOnlyList<ProcessFinding> Findings, IReadOnlyList<UnjudgedRule> NotApplicable)
{
    private IReadOnlyList<Func<FeltStop, int?>> _explainers = [];

    /// <summary>Runs every rule on every process of its runtimes.</summary>
    public static Diagnoses Run(IReadOnlyList<AnalysedProcess> processes) => Run(processes, RuleCatalog.All);

    /// <summary>Runs some rules on every process of their runtimes.</summary>
    public static Diagnoses Run(IReadOnlyList<AnalysedProcess> processes, IReadOnlyList<Rule> rules)
    {
        var findings = new List<ProcessFinding>();
        var notApplicable = new List<UnjudgedRule>();
        var explainers = new List<Func<FeltStop, int?>>();
        for (var index = 0; index < processes.Count; index++)
        {
            var isOtherJvm = OtherJvms.Made(processes[index].Recording.Source);
            var found = new List<(RuleDescription, Finding)>();
            var process = processes[index];
            var checkedOnes = rules.Where(rule => rule.AppliesTo.Contains(process.Recording.Source.Runtime)
                && (!isOtherJvm || rule.About.JudgesOtherJvms)).ToArray();
            var verdicts = new Verdict[checkedOnes.Length];
            Apart.Do(process.Recording, verdicts.Length, i => verdicts[i] = Judge(process, checkedOnes[i]));
            foreach (var (rule, judged) in checkedOnes.Zip(verdicts))
            {
                switch (judged)
                {
                    case Verdict.FoundVerdict verdict: found.Add((rule.About, verdict.Finding)); break;
                    // What is missing, switches of HotSpot record.
                    case Verdict.NotApplicableVerdict when isOtherJvm: break;
                    case Verdict.NotApplicableVerdict lacking: notApplicable.Add(new(index, rule.Id, lacking.Why)); break;
                }
            }

            var first = findings.Count;
            var tree = FindingTree.Build(processes[index], found);
            foreach (var linked in tree.Findings) findings.Add(new(index, linked.Finding, linked.FollowsFrom + first));
            explainers.Add(felt => tree.Find(felt) + first);
        }

        return new Diagnoses(findings, notApplicable) { _explainers = explainers };
    }

    /// <summary>The index of the finding that explains a stop; null where none does.</summary>
    /// <param name="process">The index of the process.</param>
    /// <param name="felt">One of its stops.</param>
    public int? FindExplaining(int process, FeltStop felt) => process < _explainers.Count ? _explainers[process](felt) : null;

    /// <summary>A rule's verdict; a finding has only the advice that the recorded runtime accepts.</summary>
    private static Verdict Judge(AnalysedProcess process, Rule rule) => rule.Check(process) switch
    {
        Verdict.FoundVerdict found => new Verdict.FoundVerdict(
            found.Finding with { Advice = AdviceGate.Checked(process, found.Finding.Advice) }),
        var other => other,
    };
}

/// <summary>A rule that was not applicable to a process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="RuleId">The id of the rule.</param>
/// <param name="Why">What is not recorded, as a sentence.</param>
public sealed record UnjudgedRule(int Process, string RuleId, string Why);

/// <summary>
/// All advice passes here before it becomes part of a finding. Settings are looked up in the catalogue: advice is dropped if the recorded
/// version does not accept the setting, if it has no effect with the collector in use, or if it is already in force.
/// </summary>
internal static class AdviceGate
{
    /// <summary>The advice that applies to a process, in the same order, each with the names of its settings.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, IReadOnlyList<Advice> all)
    {
        if (RuntimeNaming.Find(process.Recording.Source.Runtime) is not { } runtime) return all;
        var kept = runtime == RuntimeNaming.Jvm ? Jvm.JvmAdvice.Checked(process, all) : VariableAdvice.Checked(process, runtime, all);
        return [.. kept.Select(advice => advice with { Explained = AdvisedNames.Find(runtime, advice) })];
    }
}
