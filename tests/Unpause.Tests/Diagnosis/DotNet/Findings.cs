using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

/// <summary>Runs one rule on a sample.</summary>
internal static class Findings
{
    /// <summary>The rule's finding; null when it is silent.</summary>
    public static Finding? Of(Rule rule, string sample) => Of(rule, AnalysedProcess.From(NettraceSample.Read(sample)));

    /// <summary>The rule's finding; null when it is silent.</summary>
    public static Finding? Of(Rule rule, AnalysedProcess process)
    {
        Assert.Contains(rule.GetType(), RuleCatalog.All.Select(known => known.GetType()));
        var finding = (rule.Check(process) as Verdict.FoundVerdict)?.Finding;
        if (finding is null) return null;
        Assert.Equal(rule.Id, finding.Id);
        Assert.NotEmpty(finding.Evidence);
        Assert.NotEmpty(finding.Advice);
        return finding;
    }

    /// <summary>A number of a finding's evidence by its key, of which there is one.</summary>
    public static double Value(Finding finding, string key) => finding.Evidence.Single(evidence => evidence.Key == key).Value!.Value;
}
