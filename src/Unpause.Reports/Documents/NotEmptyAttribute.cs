namespace Unpause.Reports.Documents;

/// <summary>A list of the contract that has at least one item. (The framework's own attribute of this meaning can't be trimmed.)</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
