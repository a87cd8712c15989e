namespace Unpause.Requests.Attribution.Owners;

/// <summary>What decided whose pauses they are, or why nothing did.</summary>
internal enum OwnerReason
{
    /// <summary>There is only one that can be it.</summary>
    OnlyOne,

    /// <summary>What it says of itself is what the recording says.</summary>
    Tie,

    /// <summary>The user named it, though process id, host, container or instance differ.</summary>
    AskedThoughOther,

    /// <summary>The user named it, though it runs in another runtime, and the data agree.</summary>
    AskedThoughOtherRuntime,

    /// <summary>Of several, only its requests end outside the pauses.</summary>
    Data,

    /// <summary>Nothing: what is known speaks against every one.</summary>
    NoneLeft,

    /// <summary>Nothing: the user named one that runs in another runtime, and the data do not agree.</summary>
    OtherRuntime,

    /// <summary>Nothing: requests of several end outside the pauses.</summary>
    SeveralFit,

    /// <summary>Nothing: requests of all end inside the pauses, or there are too few pauses.</summary>
    NoneFits,

    /// <summary>Nothing: there are more than are compared with the pauses.</summary>
    TooMany,
}
