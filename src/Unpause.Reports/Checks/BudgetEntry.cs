using Unpause.Analysis.Settings;

namespace Unpause.Reports.Checks;

/// <summary>A budget in a file: its keys and values.</summary>
/// <param name="Line">The line where it starts, from 1.</param>
/// <param name="Column">The column where it starts, from 1.</param>
/// <param name="Values">The values by key.</param>
internal sealed record BudgetEntry(int Line, int Column, IReadOnlyDictionary<string, PlacedText> Values)
{
    /// <summary>The value of a key; null where the key is missing.</summary>
    public PlacedText? this[BudgetKey key] => Values.GetValueOrDefault(key.Name);

    /// <summary>The value of a required key.</summary>
    /// <exception cref="YamlFault">The key is missing.</exception>
    public PlacedText Required(BudgetKey key) => this[key] ?? throw Fault($"this budget has no {key.Name}: write, for example, {key.Line}");

    /// <summary>An error at this budget.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
