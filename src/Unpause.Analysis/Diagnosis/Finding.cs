namespace Unpause.Diagnosis;

/// <summary>A failing state that a rule found. Without evidence there is no finding.</summary>
/// <param name="Id">The rule's id: a noun of the failing state (<c>futile-collections</c>).</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Title">One sentence with the headline number.</param>
/// <param name="Evidence">The numbers, most telling first; never empty.</param>
/// <param name="Advice">What to change, best first.</param>
/// <param name="ExpectedGain">What the change should gain, said with its reasoning; null when it can't be told.</param>
/// <param name="Gain">The same as data, made from the same numbers; null when it can't be computed from the recording.</param>
public sealed record Finding(
    string Id,
    Severity Severity,
    string Title,
    IReadOnlyList<Evidence> Evidence,
    IReadOnlyList<Advice> Advice,
    string? ExpectedGain,
    Gain? Gain = null)
{
    /// <summary>How sure it is; null where the rule's own description says it.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>What would come back of the stopped time; null where <see cref="Gain"/> says it or it can't be told.</summary>
    public TimeBack? TimeBack { get; init; }

    /// <summary>
    /// Ids of rules whose findings bring this one about, the likeliest first; null where the rule's own description says it.
    /// </summary>
    internal IReadOnlyList<string>? FollowsFrom { get; init; }
}
