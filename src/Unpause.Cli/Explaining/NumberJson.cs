using Unpause.Reports.Budgets;

namespace Unpause.Cli.Explaining;

/// <summary>Writes metrics (<c>unpause.metrics/1</c>) and JSON terms (<c>unpause.terms/1</c>) to standard output.</summary>
internal static class NumberJson
{
    /// <summary>Writes metrics.</summary>
    public static void Write(IReadOnlyList<MetricDescription> metrics) =>
        JsonList.Write("unpause.metrics/1", "metrics", metrics, (metric, json) =>
        {
            json.WriteStartObject();
            json.WriteString("name", metric.Name);
            json.WriteString("what", metric.What);
            json.WriteString("unit", metric.Unit);
            json.WriteStartArray("fields");
            foreach (var field in metric.Fields) json.WriteStringValue(field);
            json.WriteEndArray();
            json.WriteBoolean("higher_is_better", metric.HigherIsBetter);
            json.WriteString("own", metric.Own);
            json.WriteString("example", metric.Example);
            json.WriteEndObject();
        });

    /// <summary>Writes every meaning of a name.</summary>
    public static void Write(IReadOnlyList<ContractTerm> terms) =>
        JsonList.Write("unpause.terms/1", "terms", terms, (term, json) =>
        {
            json.WriteStartObject();
            json.WriteStartArray("names");
            foreach (var name in term.Names) json.WriteStringValue(name);
            json.WriteEndArray();
            json.WriteString("place", term.Place);
            json.WriteString("text", term.Text);
            json.WriteEndObject();
        });
}
