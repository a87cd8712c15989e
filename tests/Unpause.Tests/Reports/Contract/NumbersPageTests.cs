using System.Text.Json;
using System.Text.RegularExpressions;

namespace Unpause.Tests.Reports.Contract;

/// <summary>docs/numbers.md explains every number of the contract, in the section whose heading names the object that it is of.</summary>
public sealed partial class NumbersPageTests
{
    private static readonly string[] Blocks = ["all", "blocks", "values"];

    private readonly JsonElement _schema = JsonDocument.Parse(
        File.ReadAllText(RepositoryFolder.File("schema", "unpause.report-1.schema.json"))).RootElement;

    [Fact]
    public void NumbersPage_NumbersOfTheContract_AreExplained()
    {
        var sections = Sections();
        var missing = new List<string>();
        foreach (var (path, name) in Numbers())
        {
            if (!sections.TryGetValue(path, out var words)) missing.Add($"{path}: no section");
            else if (!words.Contains(name)) missing.Add($"{path}: {name}");
        }

        Assert.Equal([], missing.Distinct());
    }

    /// <summary>What stands in backticks below each object's heading.</summary>
    private static Dictionary<string, HashSet<string>> Sections()
    {
        var sections = new Dictionary<string, HashSet<string>>(StringComparer.Ordinal);
        List<HashSet<string>> open = [];
        foreach (var line in File.ReadLines(RepositoryFolder.File("docs", "numbers.md")))
        {
            var words = Quoted().Matches(line).Select(match => match.Groups[1].Value).ToList();
            if (line.StartsWith("## ", StringComparison.Ordinal)) open = [.. words.Select(path => sections[path] = [])];
            else open.ForEach(section => section.UnionWith(words));
        }

        // What lies in a source or a histogram is explained with it.
        foreach (var inner in new[] { "clock", "coverage.examples", "identity" }) sections[$"source.{inner}"] = sections["source"];
        return sections;
    }

    private List<(string Path, string Name)> Numbers()
    {
        var numbers = new List<(string, string)>();
        Walk("ProcessReport", "", [], numbers);
        foreach (var (definition, path) in new[] { ("Requests", "requests"), ("Finding", "findings"), ("NotApplicable", "not_applicable") })
        {
            Walk(definition, path, [], numbers);
        }

        return numbers;
    }

    private void Walk(string definition, string path, HashSet<string> above, List<(string Path, string Name)> numbers)
    {
        if (!above.Add(definition)) return;
        foreach (var member in _schema.GetProperty("$defs").GetProperty(definition).GetProperty("properties").EnumerateObject())
        {
            var item = member.Value.TryGetProperty("items", out var items) ? items : member.Value;
            if (IsNumber(member.Value) || IsNumber(item)) numbers.Add((path, member.Name));
            // The blocks of a histogram are explained with it.
            var inner = Blocks.Contains(member.Name) ? path : path.Length == 0 ? member.Name : $"{path}.{member.Name}";
            foreach (var referred in Referred(member.Value).Concat(Referred(item)).Distinct()) Walk(referred, inner, [.. above], numbers);
        }
    }

    private static bool IsNumber(JsonElement schema) => schema.TryGetProperty("type", out var type)
        && (type.ValueKind == JsonValueKind.Array ? type.EnumerateArray().Select(one => one.GetString()) : [type.GetString()])
            .Any(one => one is "number" or "integer");

    private static IEnumerable<string> Referred(JsonElement schema)
    {
        if (schema.TryGetProperty("$ref", out var reference)) yield return reference.GetString()!.Split('/')[^1];
        foreach (var name in new[] { "anyOf", "oneOf" })
        {
            if (!schema.TryGetProperty(name, out var choices)) continue;
            foreach (var referred in choices.EnumerateArray().SelectMany(Referred)) yield return referred;
        }
    }

    [GeneratedRegex("`([a-z0-9_.]+)`")]
    private static partial Regex Quoted();
}
