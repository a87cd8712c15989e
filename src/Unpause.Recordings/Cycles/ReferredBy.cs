namespace Unpause.Cycles;

/// <summary>By what an object refers to another.</summary>
internal enum ReferredBy : byte
{
    /// <summary>It is not told.</summary>
    Unnamed,

    /// <summary>An attribute.</summary>
    Attribute,

    /// <summary>An element of a list or a tuple.</summary>
    Item,

    /// <summary>The value of a dictionary's key that is a string.</summary>
    Key,

    /// <summary>The value of another key.</summary>
    OtherKey,

    /// <summary>A dictionary's key itself.</summary>
    IsKey,

    /// <summary>A local variable of a frame.</summary>
    Local,
}
