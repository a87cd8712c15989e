namespace Unpause.Analysis.Diagnosis;

/// <summary>The result of a rule for one process.</summary>
public abstract record Verdict
{
    private Verdict()
    {
    }

    /// <summary>The rule did not find its problem.</summary>
    internal static Verdict Silent { get; } = new SilentVerdict();

    /// <summary>The rule found its problem.</summary>
    internal static Verdict Found(Finding finding) => new FoundVerdict(finding);

    /// <summary>The rule found its problem in some collections.</summary>
    internal static Verdict Found(Finding finding, CollectionGroup concerned) =>
        new FoundVerdict(finding with { Concerns = concerned.Concerns });

    /// <summary>The recording lacks data that the rule requires.</summary>
    /// <param name="why">What is missing and which switch records it, in one sentence.</param>
    internal static Verdict NotApplicable(string why) => new NotApplicableVerdict(why);

    /// <summary>The rule found its problem.</summary>
    public sealed record FoundVerdict(Finding Finding) : Verdict;

    /// <summary>The recording lacks data that the rule requires.</summary>
    public sealed record NotApplicableVerdict(string Why) : Verdict;

    /// <summary>The rule did not find its problem.</summary>
    public sealed record SilentVerdict : Verdict;
}
