using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>Looks at one process's analysed numbers and yields a finding or nothing. One rule a file, stateless.</summary>
public abstract class Rule
{
    /// <summary>A noun of the failing state, unique: <c>futile-collections</c>.</summary>
    public abstract string Id { get; }

    /// <summary>The runtimes that it knows (<see cref="Recordings.Runtimes"/>); it is not asked about others.</summary>
    public abstract IReadOnlyList<string> Runtimes { get; }

    /// <summary>What it looks for, one sentence, for the catalogue and <c>unpause explain</c>.</summary>
    public abstract string Summary { get; }

    /// <summary>Judges one process.</summary>
    public abstract Verdict Check(AnalysedProcess process);
}
