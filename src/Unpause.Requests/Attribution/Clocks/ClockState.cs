namespace Unpause.Requests.Attribution.Clocks;

/// <summary>Whether the data confirm the places of the pauses among the requests.</summary>
public enum ClockState
{
    /// <summary>
    /// Too few pauses or requests to verify the clocks: they are used as they are, and the answer is a range over possible offsets.
    /// </summary>
    Untestable,

    /// <summary>Far fewer requests end inside pauses than at random, at the offset used and at no other.</summary>
    Verified,

    /// <summary>Requests end inside pauses as often as at random, and no offset that was tried fits: nothing can be judged.</summary>
    Contradicted,

    /// <summary>One clock stamped both: there is nothing to test.</summary>
    Shared,
}
