using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis;

/// <summary>A problem that a rule found. Without evidence there is no finding.</summary>
/// <param name="Id">The rule's id: a noun phrase for the problem (<c>futile-collections</c>).</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Title">One sentence with the headline number.</param>
/// <param name="Evidence">The numbers, most important first; never empty.</param>
/// <param name="Advice">What to change, best first.</param>
/// <param name="ExpectedGain">The expected improvement with its reasoning; null if unknown.</param>
/// <param name="Gain">The same as data, from the same numbers; null if it can't be computed from the recording.</param>
public sealed record Finding(
    string Id,
    Severity Severity,
    string Title,
    IReadOnlyList<Evidence> Evidence,
    IReadOnlyList<Advice> Advice,
    string? ExpectedGain,
    Gain? Gain = null)
{
    /// <summary>How certain it is; null for the confidence of the rule's description.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>The stopped time that it would save; null to derive it from <see cref="Gain"/>, or if unknown.</summary>
    public TimeBack? TimeBack { get; init; }

    /// <summary>
    /// Whether it names a cause; false for a symptom, whose cause is another finding or unknown. Null for what its rule says.
    /// </summary>
    public bool? NamesCause { get; init; }

    /// <summary>The stops that it is about; null for all that collections made.</summary>
    internal Func<FeltStop, bool>? Concerns { get; init; }

    /// <summary>The stops that it is about, added up: it can save no more than they took.</summary>
    public StopSum Stops { get; init; }

    /// <summary>
    /// The stops that it explains as a root cause: each stop is explained by one at most. None for a consequence.
    /// </summary>
    public StopSum Explains { get; init; }

    /// <summary>
    /// Ids of rules whose findings cause this one, likeliest first; null for the causes of the rule's description.
    /// </summary>
    internal IReadOnlyList<string>? FollowsFrom { get; init; }
}

/// <summary>A finding in one process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="FollowsFrom">The index of the finding that causes it, smaller than its own; null for a root cause.</param>
public sealed record ProcessFinding(int Process, Finding Finding, int? FollowsFrom = null);
