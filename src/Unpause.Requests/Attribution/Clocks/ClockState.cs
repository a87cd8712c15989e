namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>Whether the data bear out that pauses lie where the clocks put them among the requests.</summary>
public enum ClockState
{
    /// <summary>Too few pauses or requests to tell: the clocks are taken as they are, and judged over the offsets that may be.</summary>
    Untestable,

    /// <summary>Far fewer requests end inside pauses than by chance, at the offset used and at no other.</summary>
    Verified,

    /// <summary>Requests end inside pauses as often as by chance, and no offset that was tried fits: nothing can be judged.</summary>
    Contradicted,

    /// <summary>One clock stamped both: there is nothing to test.</summary>
    Shared,
}
