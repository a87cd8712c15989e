namespace Unpause.Settings;

/// <summary>A YAML file is not what is expected of it.</summary>
/// <param name="line">Where, from 1.</param>
/// <param name="column">Where in the line, from 1.</param>
/// <param name="what">What is wrong there.</param>
public sealed class YamlFault(int line, int column, string what) : FormatException($"line {line}, column {column}: {what}");
