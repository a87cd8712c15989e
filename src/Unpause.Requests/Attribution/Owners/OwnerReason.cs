namespace Unpause.Analysis.Attribution.Owners;

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

    /// <summary>Of several, only its requests keep out of the pauses.</summary>
    Data,

    /// <summary>Nothing: what is known speaks against every one.</summary>
    NoneLeft,

    /// <summary>Nothing: the user named one that runs in another runtime, and the data don't agree.</summary>
    OtherRuntime,

    /// <summary>Nothing: several keep out of the pauses.</summary>
    SeveralFit,

    /// <summary>Nothing: none keeps out of the pauses, or there are too few to tell.</summary>
    NoneFits,

    /// <summary>Nothing: there are more than are held against the pauses.</summary>
    TooMany,
}
