namespace Unpause.Reports.Documents.Json;

/// <summary>Marks a text of the contract that is one of a list of words.</summary>
/// <param name="list">The list's name in <see cref="Vocabulary"/>.</param>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class WordsAttribute(string list) : Attribute
{
    /// <summary>The name of the list in <see cref="Vocabulary"/>.</summary>
    public string List { get; } = list;
}
