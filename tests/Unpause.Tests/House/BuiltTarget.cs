namespace Unpause.Tests.House;

/// <summary>What an instruction or a signature names.</summary>
/// <param name="Type">A type's full name.</param>
/// <param name="Member">Its member, as <see cref="BuiltMember.Key"/> has it; null for the type itself.</param>
internal readonly record struct BuiltTarget(string Type, string? Member);
