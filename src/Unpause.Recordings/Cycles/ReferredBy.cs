namespace Unpause.Recordings.Cycles;

/// <summary>How an object refers to another.</summary>
internal enum ReferredBy : byte
{
    /// <summary>Unknown.</summary>
    Unnamed,

    /// <summary>An attribute.</summary>
    Attribute,

    /// <summary>An element of a list or a tuple.</summary>
    Item,

    /// <summary>The value of a dictionary entry whose key is a string.</summary>
    Key,

    /// <summary>The value of another dictionary entry.</summary>
    OtherKey,

    /// <summary>A dictionary's key itself.</summary>
    IsKey,

    /// <summary>A local variable of a frame.</summary>
    Local,
}
