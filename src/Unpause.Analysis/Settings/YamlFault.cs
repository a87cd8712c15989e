namespace Unpause.Settings;

/// <summary>A YAML file is not what is expected of it.</summary>
/// <param name="line">Where, from 1.</param>
/// <param name="column">Where in the line, from 1.</param>
/// <param name="what">What is wrong there.</param>
public sealed class YamlFault(int line, int column, string what) : FormatException($"line {line}, column {column}: {what}")
{
    /// <summary>What is refused everywhere: anchors can make a file greater than it is, tags can name types.</summary>
    internal const string Anchors = "no anchors and tags here: put such a text in quotes";

    /// <summary>
    /// Whether YamlDotNet 18.1 says so that a text is no YAML, without its place: of brackets with a line end before a dot, and of a tag
    /// without a name.
    /// </summary>
    internal static bool IsOfParser(Exception exception) => exception is InvalidOperationException or ArgumentException;

    /// <summary>A fault that the parser tells so, behind what it has read.</summary>
    internal static YamlFault Behind(YamlDotNet.Core.Parser parser) => new(
        (int)(parser.Current?.End.Line ?? 1), (int)(parser.Current?.End.Column ?? 1), "what stands behind this is no YAML");
}
