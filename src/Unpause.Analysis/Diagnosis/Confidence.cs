namespace Unpause.Analysis.Diagnosis;

/// <summary>How certain a finding is, and why.</summary>
/// <param name="Level">How certain it is.</param>
/// <param name="Why">The reason in a few words, a clause without a full stop: <c>the runtime reports it</c>.</param>
public sealed record Confidence(ConfidenceLevel Level, string Why)
{
    /// <summary>For the end of a sentence: <c>likely: the numbers support it</c>.</summary>
    public override string ToString() => $"{Level switch
    {
        ConfidenceLevel.Certain => "certain",
        ConfidenceLevel.Likely => "likely",
        _ => "possible",
    }}: {Why}";

    /// <summary>The runtime reports it.</summary>
    internal static Confidence Certain(string why) => new(ConfidenceLevel.Certain, why);

    /// <summary>The numbers show it, but other explanations are possible.</summary>
    internal static Confidence Likely(string why) => new(ConfidenceLevel.Likely, why);

    /// <summary>The numbers are consistent with it, and with other causes.</summary>
    internal static Confidence Possible(string why) => new(ConfidenceLevel.Possible, why);
}

/// <summary>How certain a finding is.</summary>
public enum ConfidenceLevel
{
    /// <summary>The runtime reports it.</summary>
    Certain,

    /// <summary>The numbers show it, but other explanations are possible.</summary>
    Likely,

    /// <summary>The numbers are consistent with it, and with other causes.</summary>
    Possible,
}
