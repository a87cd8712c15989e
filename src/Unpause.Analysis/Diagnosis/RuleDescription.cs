namespace Unpause.Diagnosis;

/// <summary>What a rule says of itself. The catalogue, the page of the docs and <c>unpause explain</c> are made from it.</summary>
public sealed record RuleDescription
{
    /// <summary>A noun of the failing state, unique over all runtimes: <c>futile-collections</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The runtimes that the rule knows (<see cref="Unpause.Recordings.Words.Runtimes"/>); it is not asked about others.</summary>
    public required IReadOnlyList<string> Runtimes { get; init; }

    /// <summary>What it looks for, one sentence; each of its numbers is a threshold's.</summary>
    public required string Summary { get; init; }

    /// <summary>Why that hurts and where it comes from, some sentences for who has never met it.</summary>
    public required string Background { get; init; }

    /// <summary>The numbers by which it decides, the most telling first; empty when what it looks for is there or is not.</summary>
    public required IReadOnlyList<Threshold> Thresholds { get; init; }

    /// <summary>What must have been recorded for it to judge; never empty.</summary>
    public required IReadOnlyList<Requirement> Needs { get; init; }

    /// <summary>What more makes its finding say more; may be empty.</summary>
    public IReadOnlyList<Requirement> Helps { get; init; } = [];

    /// <summary>What it advises, in short: each a phrase in the imperative, the best first. The finding has the exact settings.</summary>
    public required IReadOnlyList<string> Advises { get; init; }

    /// <summary>
    /// Ids of rules whose findings bring this one about where both fire in one process, the likeliest cause first. The finding is then
    /// folded into the cause's, when that accounts for at least half of its time.
    /// </summary>
    public IReadOnlyList<string> FollowsFrom { get; init; } = [];

    /// <summary>Whether it names no cause of its own: it follows from whichever other finding accounts for most of its time.</summary>
    public bool IsCatchAll { get; init; }

    /// <summary>How sure its findings are, where they don't say it themselves.</summary>
    public Confidence Confidence { get; init; } = Confidence.Likely("the numbers fit");

    /// <summary>The versions of the runtime, and its collectors, for which it holds.</summary>
    public required string Versions { get; init; }

    /// <summary>Where the mechanism and the numbers come from: source files, documents, issues.</summary>
    public required IReadOnlyList<string> Sources { get; init; }
}
