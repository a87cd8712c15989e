namespace Unpause.Requests.Attribution;

/// <summary>What a sentence beside the numbers is for.</summary>
public enum ExplanationKind
{
    /// <summary>What was taken for granted, or found and used.</summary>
    Assumption,

    /// <summary>What looks wrong in the input.</summary>
    Warning,

    /// <summary>Why something was not judged, and what to do.</summary>
    Refusal,
}
