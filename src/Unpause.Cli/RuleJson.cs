using System.Text.Json;
using Unpause.Analysis.Diagnosis;

namespace Unpause.Cli;

/// <summary>
/// Rules as <c>unpause.rules/1</c> on standard output; sizes in bytes, shares in percent, times in ms or s as their unit says.
/// </summary>
internal static class RuleJson
{
    /// <summary>Writes rules.</summary>
    public static void Write(IReadOnlyList<Rule> rules) =>
        JsonList.Write("unpause.rules/1", "rules", rules.Select(rule => rule.About), Write);

    private static void Write(RuleDescription rule, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("id", rule.Id);
        Write(json, "runtimes", rule.AppliesTo);
        json.WriteString("summary", rule.Summary);
        json.WriteString("background", rule.Background);
        json.WriteStartArray("thresholds");
        foreach (var threshold in rule.Thresholds)
        {
            json.WriteStartObject();
            json.WriteString("name", threshold.Name);
            json.WriteNumber("value", threshold.Value);
            json.WriteString("unit", threshold.Unit);
            json.WriteString("why", threshold.Why);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        Write(json, "needs", rule.Needs);
        Write(json, "helps", rule.Helps);
        Write(json, "advises", rule.Advises);
        Write(json, "symptom_of", rule.FollowsFrom);
        json.WriteBoolean("catch_all", rule.IsCatchAll);
        json.WriteString("confidence", rule.Confidence.ToString());
        json.WriteString("versions", rule.Versions);
        Write(json, "sources", rule.Sources);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<Requirement> requirements)
    {
        json.WriteStartArray(name);
        foreach (var requirement in requirements)
        {
            json.WriteStartObject();
            json.WriteString("what", requirement.What);
            json.WriteString("without", requirement.Without);
            json.WriteStartArray("switches");
            foreach (var known in requirement.Switches)
            {
                json.WriteStartObject();
                json.WriteString("switch", known.Switch);
                json.WriteString("for", known.For);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<string> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values) json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
