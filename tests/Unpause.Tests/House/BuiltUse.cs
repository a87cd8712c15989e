namespace Unpause.Tests.House;

/// <summary>One use of a type or member.</summary>
/// <param name="From">The type that uses it.</param>
/// <param name="Member">Its member that does; null for the type's own declaration.</param>
/// <param name="Type">The used type's full name.</param>
/// <param name="Target">The used member, as <see cref="BuiltMember.Key"/> has it; null for the type itself.</param>
/// <param name="Reads">Whether it is more than a write to a field.</param>
internal readonly record struct BuiltUse(BuiltType From, string? Member, string Type, string? Target, bool Reads);
