using System.Text.Json;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts as <c>unpause.verdicts/1</c> (schema/unpause.verdicts-1.schema.json).</summary>
public static class VerdictJson
{
    private const double NanosecondsToMilliseconds = 1e-6;

    /// <summary>Writes the verdicts.</summary>
    public static void Write(Stream output, IReadOnlyList<CheckVerdict> verdicts, string file)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", "unpause.verdicts/1");
            json.WriteString("tool_version", ToolVersion.Text);
            json.WriteString("budgets_file", file);
            json.WriteString("outcome", Name(CheckVerdict.Worst(verdicts)));
            json.WriteString("summary", VerdictText.Summary(verdicts));
            json.WriteStartArray("verdicts");
            foreach (var verdict in verdicts) Write(json, verdict);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter json, CheckVerdict verdict)
    {
        var budget = verdict.Budget;
        json.WriteStartObject();
        json.WriteString("name", budget.Name);
        json.WriteNumber("line", budget.Line);
        json.WriteString("metric", budget.MetricName);
        json.WriteString("unit", Unit(budget.Metric.Unit));
        json.WriteString("bound", budget.IsLeast ? BudgetKey.AtLeast : BudgetKey.AtMost);
        Write(json, "baseline", budget.Baseline);
        Write(json, "note", budget.Note);
        json.WriteString("outcome", Name(verdict.Outcome));
        json.WriteString("sentence", VerdictText.Sentence(verdict));
        json.WriteStartArray("results");
        foreach (var place in verdict.Places)
        {
            json.WriteStartObject();
            Write(json, "scope", place.Where);
            json.WriteString("outcome", Name(place.Outcome));
            Write(json, "value", place.Value, budget);
            Write(json, "limit", place.Limit, budget);
            Write(json, "tolerated_limit", place.Tolerated, budget);
            Write(json, "baseline_value", place.Baseline, budget);
            Write(json, "reason", place.Reason);
            Write(json, "basis", place.Basis);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static string Name(CheckOutcome outcome) => outcome switch
    {
        CheckOutcome.Kept => "kept",
        CheckOutcome.Tolerated => "tolerated",
        CheckOutcome.Broken => "broken",
        _ => "no-data",
    };

    private static string Unit(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "ms",
        BudgetUnit.Size => "bytes",
        BudgetUnit.Percent => "percent",
        BudgetUnit.Share => "share",
        _ => "count",
    };

    private static void Write(Utf8JsonWriter json, string name, double? value, FileBudget budget)
    {
        var unit = budget.Metric.Unit == BudgetUnit.Duration ? NanosecondsToMilliseconds : 1;
        if (value is { } known) json.WriteNumber(name, known * unit);
        else json.WriteNull(name);
    }

    private static void Write(Utf8JsonWriter json, string name, string? value)
    {
        if (value is null) json.WriteNull(name);
        else json.WriteString(name, value);
    }
}
