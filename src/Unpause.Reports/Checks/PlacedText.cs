using Unpause.Settings;

namespace Unpause.Checks;

/// <summary>A text of a YAML file, and where it stands.</summary>
/// <param name="Text">The text.</param>
/// <param name="Line">From 1.</param>
/// <param name="Column">From 1.</param>
internal sealed record PlacedText(string Text, int Line, int Column)
{
    /// <summary>That something is wrong with it.</summary>
    public YamlFault Fault(string what) => new(Line, Column, what);
}
