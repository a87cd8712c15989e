namespace Unpause.Analysis.Settings;

/// <summary>A YAML file that does not have the expected structure.</summary>
/// <param name="line">Line, from 1.</param>
/// <param name="column">Column, from 1.</param>
/// <param name="what">The error.</param>
public sealed class YamlFault(int line, int column, string what) : FormatException($"line {line}, column {column}: {what}")
{
    /// <summary>Rejected everywhere: anchors can make a file expand beyond its size, tags can name types.</summary>
    internal const string Anchors = "anchors and tags are not allowed; put the text in quotes";

    /// <summary>
    /// Whether YamlDotNet 18.1 throws this for invalid YAML without a position: for brackets with a line end before a dot, and for a tag
    /// without a name.
    /// </summary>
    internal static bool IsOfParser(Exception exception) => exception is InvalidOperationException or ArgumentException;

    /// <summary>An error after the last position that the parser has read.</summary>
    internal static YamlFault Behind(YamlDotNet.Core.Parser parser) => new(
        (int)(parser.Current?.End.Line ?? 1), (int)(parser.Current?.End.Column ?? 1), "invalid YAML after this position");
}
