namespace Unpause.Tests.House;

/// <summary>Kinds of members.</summary>
internal enum BuiltKind
{
    /// <summary>A field or a constant.</summary>
    Field,

    /// <summary>A property, by its getter, or by its setter when it has no other.</summary>
    Property,

    /// <summary>A method or constructor.</summary>
    Method,
}
