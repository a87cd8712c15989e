namespace Unpause.Diagnosis;

/// <summary>How sure a finding is, and why.</summary>
/// <param name="Level">How sure.</param>
/// <param name="Why">The reason in a few words, a clause without a stop: <c>the runtime says so</c>.</param>
public sealed record Confidence(ConfidenceLevel Level, string Why)
{
    /// <summary>As sentences have it: <c>likely: the numbers fit</c>.</summary>
    public override string ToString() => $"{Level switch
    {
        ConfidenceLevel.Certain => "certain",
        ConfidenceLevel.Likely => "likely",
        _ => "possible",
    }}: {Why}";

    /// <summary>What the runtime itself states.</summary>
    internal static Confidence Certain(string why) => new(ConfidenceLevel.Certain, why);

    /// <summary>What the numbers show, though another reading of them is thinkable.</summary>
    internal static Confidence Likely(string why) => new(ConfidenceLevel.Likely, why);

    /// <summary>What the numbers allow, and other causes too.</summary>
    internal static Confidence Possible(string why) => new(ConfidenceLevel.Possible, why);
}
