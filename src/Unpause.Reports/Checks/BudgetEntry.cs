using Unpause.Settings;

namespace Unpause.Checks;

/// <summary>A budget as it stands in a file: its keys, and what stands behind them.</summary>
/// <param name="Line">Where it begins, from 1.</param>
/// <param name="Column">Where in the line, from 1.</param>
/// <param name="Values">By their keys.</param>
internal sealed record BudgetEntry(int Line, int Column, IReadOnlyDictionary<string, PlacedText> Values)
{
    /// <summary>What stands behind a key; null where it isn't there.</summary>
    public PlacedText? this[BudgetKey key] => Values.GetValueOrDefault(key.Name);

    /// <summary>What stands behind a key that every budget has.</summary>
    /// <exception cref="YamlFault">It isn't there.</exception>
    public PlacedText Required(BudgetKey key) => this[key] ?? throw Fault($"this budget has no {key.Name}: write for example {key.Line}");

    /// <summary>That something is wrong with it.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
