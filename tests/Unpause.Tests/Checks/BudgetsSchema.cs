using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Unpause.Recordings;
using Unpause.Reports.Budgets;
using Unpause.Reports.Checks;

namespace Unpause.Tests.Checks;

/// <summary>Makes the JSON Schema by which editors check a file of budgets, of the parser's own tables.</summary>
internal static class BudgetsSchema
{
    private const string Number = "[0-9]*[.]?[0-9]+";

    private static readonly JsonSerializerOptions Indented =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The schema as text, as it is committed.</summary>
    public static string Text()
    {
        var budget = new JsonObject
        {
            ["description"] = "What must hold of a number of each process, or of the requests.",
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["required"] = new JsonArray(BudgetKey.Metric.Name, BudgetKey.Limit.Name),
            ["properties"] = new JsonObject(BudgetKey.All.Select(key => KeyValuePair.Create(key.Name, (JsonNode?)Property(key)))),
            ["allOf"] = new JsonArray([.. Enum.GetValues<BudgetUnit>().Select(unit => (JsonNode)OfUnit(unit))]),
        };
        return new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = "urn:unpause:budgets:1",
            ["title"] = "Budgets",
            ["description"] = "A file of GC budgets for unpause check (docs/budgets-in-ci.md).",
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["required"] = new JsonArray(BudgetKey.Budgets),
            ["properties"] = new JsonObject
            {
                [BudgetKey.BaselineName] = Property(BudgetKey.Baseline),
                [BudgetKey.Budgets] = new JsonObject
                {
                    ["description"] = "The budgets.",
                    ["type"] = "array",
                    ["minItems"] = 1,
                    ["maxItems"] = Limits.Budgets,
                    ["items"] = new JsonObject { ["$ref"] = "#/$defs/Budget" },
                },
            },
            ["$defs"] = new JsonObject { ["Budget"] = budget },
        }.ToJsonString(Indented) + "\n";
    }

    private static JsonObject Property(BudgetKey key)
    {
        var shape = new JsonObject { ["description"] = key.Description };
        if (key == BudgetKey.Metric) shape["enum"] = new JsonArray([.. BudgetMetric.All.Select(metric => (JsonNode)metric.Name)]);
        else if (key == BudgetKey.Bound) shape["enum"] = new JsonArray(BudgetKey.AtMost, BudgetKey.AtLeast);
        else if (key.Name.StartsWith("min_", StringComparison.Ordinal) && key != BudgetKey.MinDuration)
            (shape["type"], shape["minimum"]) = ("integer", 0);
        else if (key == BudgetKey.Limit || key == BudgetKey.Tolerance) shape["type"] = new JsonArray("string", "number");
        else (shape["type"], shape["minLength"], shape["maxLength"]) = ("string", 1, Limits.BudgetTextChars);
        if (key == BudgetKey.Baseline) shape["pattern"] = @"^(?!/)(?!(.*/)?\.\.?/).+\.json(\.gz)?$";
        if (key == BudgetKey.MinDuration) shape["pattern"] = $"^{Amount(BudgetUnit.Duration)}$";
        shape["examples"] = new JsonArray(key.Name.StartsWith("min_", StringComparison.Ordinal) && key != BudgetKey.MinDuration
            ? int.Parse(key.Example) : key.Example);
        return shape;
    }

    /// <summary>What limits and tolerances look like, which is another thing for each unit.</summary>
    private static JsonObject OfUnit(BudgetUnit unit)
    {
        var points = unit == BudgetUnit.Percent ? $"{Number} ?pp" : Amount(unit);
        var difference = $"({Number} ?%|{points})";
        var metrics = BudgetMetric.All.Where(metric => metric.Unit == unit).ToList();
        var names = new JsonArray([.. metrics.Select(metric => (JsonNode)metric.Name)]);
        var then = new JsonObject
        {
            [BudgetKey.Limit.Name] = Written($"^({Amount(unit)}|[-+−] ?{difference})$", unit),
            [BudgetKey.Tolerance.Name] = Written($"^{difference}$", unit == BudgetUnit.Percent ? BudgetUnit.Duration : unit),
        };
        // Of a share, less than 0 would be a difference without its unit.
        if (unit == BudgetUnit.Percent) then[BudgetKey.Limit.Name]!["minimum"] = 0;
        if (metrics.TrueForAll(metric => metric.OfRequests is not null)) then[BudgetKey.Process.Name] = false;
        return new JsonObject
        {
            ["if"] = new JsonObject
            {
                ["properties"] = new JsonObject
                {
                    [BudgetKey.Metric.Name] = new JsonObject { ["enum"] = names },
                },
            },
            ["then"] = new JsonObject { ["properties"] = then },
        };
    }

    /// <summary>A number alone is a limit only where the unit needs no name.</summary>
    private static JsonObject Written(string pattern, BudgetUnit unit) => new()
    {
        ["type"] = unit is BudgetUnit.Duration or BudgetUnit.Size ? "string" : new JsonArray("string", "number"),
        ["pattern"] = pattern,
    };

    private static string Amount(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => $"{Number} ?(ns|us|µs|ms|s|m|min|h)",
        BudgetUnit.Size => $"{Number} ?([bB]|[kKmMgG]([iI]?[bB])?)",
        BudgetUnit.Percent => $"{Number} ?%?",
        _ => Number,
    };
}
