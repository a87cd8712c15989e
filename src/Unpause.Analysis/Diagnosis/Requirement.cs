namespace Unpause.Diagnosis;

/// <summary>Something that must have been recorded for a rule to judge, or that makes its finding say more.</summary>
/// <param name="What">What it is, a phrase: <c>CPU times of collections</c>.</param>
/// <param name="Without">What a recording without it lacks, a clause without a stop: <c>The
/// log has no CPU times of collections</c>.</param>
/// <param name="Switches">What records it, the best first; never empty.</param>
/// <param name="How">How the switches are used: <c>record with</c>.</param>
public sealed record Requirement(string What, string Without, IReadOnlyList<RecordingSwitch> Switches, string How = "record with")
{
    /// <summary>What is missing and which switch would record it, one sentence: why the rule is not applicable.</summary>
    internal string Sentence => $"{Without}: {How} {string.Join(" or ", Switches)}.";

    /// <summary>The rule cannot judge for want of this.</summary>
    internal Verdict Missing() => Verdict.NotApplicable(Sentence);
}
