using Unpause.Analysis.Settings;

namespace Unpause.Reports.Checks;

/// <summary>A text of a YAML file with its position.</summary>
/// <param name="Text">The text.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Column">The column, from 1.</param>
internal sealed record PlacedText(string Text, int Line, int Column)
{
    /// <summary>An error at this position.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
