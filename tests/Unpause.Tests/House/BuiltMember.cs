namespace Unpause.Tests.House;

/// <summary>A field, property or method.</summary>
/// <param name="Type">Who declares it.</param>
/// <param name="Key">How instructions name it: a field's name, a getter's name, a method's name with its parameters.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Constant">Whether it is a constant or an enum's member, which leaves no trace where it is used.</param>
/// <param name="Public">Whether it is public or protected.</param>
/// <param name="Bound">Whether it overrides or implements a declaration elsewhere.</param>
/// <param name="Generated">Whether the compiler made it.</param>
/// <param name="Text">Name, parameters and type, to read.</param>
internal sealed record BuiltMember(
    BuiltType Type, string Key, BuiltKind Kind, bool Constant, bool Public, bool Bound, bool Generated, string Text)
{
    /// <summary>The name in the source.</summary>
    public string Name => Kind == BuiltKind.Property ? Key[4..] : Key.Split('(')[0];

    /// <inheritdoc/>
    public override string ToString() => $"{Type.Name}.{(Kind == BuiltKind.Property ? Name : Key)}";
}
