using System.Reflection;

namespace Unpause.Tests.House;

/// <summary>A type of a built assembly.</summary>
/// <param name="Assembly">The assembly's name.</param>
/// <param name="Namespace">The namespace of the outermost type around it.</param>
/// <param name="Name">Full name; nested types behind a plus.</param>
/// <param name="Attributes">What it is.</param>
/// <param name="Generated">Whether the compiler made it.</param>
/// <param name="Base">Its base type's full name; empty when it has none.</param>
internal sealed record BuiltType(string Assembly, string Namespace, string Name, TypeAttributes Attributes, bool Generated, string Base)
{
    /// <summary>Whether a source generator wrote it, or a part of it.</summary>
    public bool ByTool { get; init; }

    /// <summary>Its fields, properties and methods; accessors are told by their property.</summary>
    public List<BuiltMember> Members { get; } = [];

    /// <summary>Whether other assemblies see it, when all types around it are seen.</summary>
    public bool IsPublic => (Attributes & TypeAttributes.VisibilityMask) is TypeAttributes.Public or TypeAttributes.NestedPublic;

    /// <summary>The name without namespace, outer types and number of type parameters.</summary>
    public string ShortName => Name[(Name.LastIndexOfAny(['.', '+']) + 1)..].Split('`')[0];

    /// <inheritdoc/>
    public override string ToString() => Name;
}
