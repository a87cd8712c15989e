namespace Unpause.Diagnosis;

/// <summary>What a rule says of one process.</summary>
public abstract record Verdict
{
    private Verdict()
    {
    }

    /// <summary>The state that the rule looks for is not there.</summary>
    internal static Verdict Silent { get; } = new SilentVerdict();

    /// <summary>The rule fires.</summary>
    internal static Verdict Found(Finding finding) => new FoundVerdict(finding);

    /// <summary>The recording lacks what the rule needs.</summary>
    /// <param name="why">What is missing and which switch would record it, one sentence.</param>
    internal static Verdict NotApplicable(string why) => new NotApplicableVerdict(why);

    /// <summary>The rule fired.</summary>
    public sealed record FoundVerdict(Finding Finding) : Verdict;

    /// <summary>The recording lacks what the rule needs.</summary>
    public sealed record NotApplicableVerdict(string Why) : Verdict;

    /// <summary>Nothing to say.</summary>
    public sealed record SilentVerdict : Verdict;
}
