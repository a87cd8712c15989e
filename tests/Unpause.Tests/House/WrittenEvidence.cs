using System.Text.RegularExpressions;
using Unpause.Analysis.Diagnosis;

namespace Unpause.Tests.House;

/// <summary>The evidence that the sources make, whether a sample has it or not.</summary>
/// <param name="Maker">The rule's id; the name of the class where several rules share it.</param>
/// <param name="Key">Its key; null where it isn't written out.</param>
/// <param name="Unit">Its unit; null when it is no number.</param>
internal sealed partial record WrittenEvidence(string Maker, string? Key, string? Unit)
{
    /// <summary>All, rule by rule in the order of their names.</summary>
    public static IReadOnlyList<WrittenEvidence> All { get; } = [.. SourceFiles.In("src/Unpause.Analysis/Diagnosis").SelectMany(In)
        .OrderBy(one => one.Maker, StringComparer.Ordinal).ThenBy(one => one.Key, StringComparer.Ordinal)];

    private static IEnumerable<WrittenEvidence> In(string file)
    {
        var (name, text) = (Path.GetFileNameWithoutExtension(file), File.ReadAllText(file));
        var maker = RuleCatalog.All.FirstOrDefault(rule => rule.GetType().Name == name)?.Id ?? name;
        foreach (Match made in Factory().Matches(text))
        {
            yield return new(maker, made.Groups[2].Success ? made.Groups[2].Value : null, made.Groups[1].Value switch
            {
                "Count" => Noun().Match(text, made.Index).Groups[1].Value,
                "Time" => "ms",
                "Seconds" => "s",
                "Percent" => "percent",
                "Size" => "bytes",
                "Rate" => "bytes per second",
                "Frequency" => "per second",
                "Ratio" => "ratio",
                _ => null,
            });
        }
    }

    [GeneratedRegex("""\bEvidence\.([A-Z][a-z]+)\((?:\s*"([^"]*)",)?""")]
    private static partial Regex Factory();

    /// <summary>The last argument of a count.</summary>
    [GeneratedRegex(""",\s*"([a-z]+)"\)""")]
    private static partial Regex Noun();
}
