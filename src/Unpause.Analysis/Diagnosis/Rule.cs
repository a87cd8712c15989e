using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>Looks at one process's analysed numbers and yields a finding or nothing. One rule a file, stateless.</summary>
public abstract class Rule
{
    /// <summary>What it says of itself: id, runtimes, thresholds, what must have been recorded, advice, sources.</summary>
    public abstract RuleDescription About { get; }

    /// <summary>A noun of the failing state, unique: <c>futile-collections</c>.</summary>
    public string Id => About.Id;

    /// <summary>The runtimes that it knows (<see cref="Unpause.Recordings.Words.Runtimes"/>); it is not asked about others.</summary>
    internal IReadOnlyList<string> Runtimes => About.Runtimes;

    /// <summary>Judges one process.</summary>
    public abstract Verdict Check(AnalysedProcess process);
}
