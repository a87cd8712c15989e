namespace Unpause.Reports.Documents.Json;

/// <summary>Marks a number of the contract that may be negative; all others may not.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SignedAttribute : Attribute;
