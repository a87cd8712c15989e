namespace Unpause.Analysis.Diagnosis;

/// <summary>Checks the analysed numbers of one process and returns a finding or nothing. One rule per file, stateless.</summary>
public abstract class Rule
{
    /// <summary>Its description: id, runtimes, thresholds, required data, advice, sources.</summary>
    public abstract RuleDescription About { get; }

    /// <summary>A unique noun phrase for the problem: <c>futile-collections</c>.</summary>
    public string Id => About.Id;

    /// <summary>The runtimes that it supports (<see cref="Runtimes"/>); it doesn't run on others.</summary>
    internal IReadOnlyList<string> AppliesTo => About.AppliesTo;

    /// <summary>Checks one process.</summary>
    public abstract Verdict Check(AnalysedProcess process);
}
