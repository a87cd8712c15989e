using System.Diagnostics;
using System.Text.Json.Nodes;
using Unpause.Analysis.Settings;
using Unpause.Reports.Budgets;
using Unpause.Reports.Checks;

namespace Unpause.Tests.Checks;

/// <summary>Editors and the parser take the same files.</summary>
public class BudgetsSchemaTests
{
    private const string Schema = "unpause.budgets-1.schema.json";

    /// <summary>Set to write the schema instead of comparing it.</summary>
    private const string Regenerate = "UNPAUSE_REGENERATE";

    [Fact]
    public void BudgetsSchema_File_EqualsTheParsersTables()
    {
        var path = RepositoryFolder.File("schema", Schema);
        if (Environment.GetEnvironmentVariable(Regenerate) is { Length: > 0 }) File.WriteAllText(path, BudgetsSchema.Text());
        Assert.True(BudgetsSchema.Text() == File.ReadAllText(path), $"{Schema} differs from the parser's tables: run schema/generate");
        var budget = JsonNode.Parse(File.ReadAllText(path))!["$defs"]!["Budget"]!["properties"]!;
        Assert.Equal(BudgetKey.All.Select(key => key.Name), budget.AsObject().Select(property => property.Key));
        Assert.Equal(BudgetMetric.All.Select(metric => metric.Name), budget["metric"]!["enum"]!.AsArray().Select(name => (string)name!));
    }

    public static TheoryData<string> Files => new(
        "{metric: max_pause, limit: 50ms}", "{metric: max_pause, limit: 50 ms}", "{metric: max_pause, limit: .5s}",
        "{metric: max_pause, limit: 50}", "{metric: max_pause, limit: '50'}", "{metric: max_pause, limit: 50%}",
        "{metric: max_pause, limit: +10%, baseline: a.json}", "{metric: max_pause, limit: -10%, baseline: a.json}",
        "{metric: max_pause, limit: +5ms, baseline: a/b.json.gz}", "{metric: max_pause, limit: +5, baseline: a.json}",
        "{metric: max_pause, limit: +1ms, baseline: ../a.json}", "{metric: max_pause, limit: +1ms, baseline: /a.json}",
        "{metric: max_pause, limit: +1ms, baseline: a/./b.json}", "{metric: max_pause, limit: +1ms, baseline: a.txt}",
        "{metric: max_pause, limit: 1ms, tolerance: 5%}", "{metric: max_pause, limit: 1ms, tolerance: 2ms}",
        "{metric: max_pause, limit: 1ms, tolerance: 5}", "{metric: max_pause, limit: 1ms, tolerance: 1pp}",
        "{metric: throughput, limit: 95%}", "{metric: throughput, limit: 95}", "{metric: throughput, limit: 95 %, tolerance: 1pp}",
        "{metric: throughput, limit: -1pp, baseline: a.json}", "{metric: throughput, limit: -1, baseline: a.json}",
        "{metric: throughput, limit: 95ms}", "{metric: throughput, limit: 95%, tolerance: 1}",
        "{metric: peak_heap, limit: 1.5GiB}", "{metric: peak_heap, limit: 64k}", "{metric: peak_heap, limit: 1.5}",
        "{metric: pauses, limit: 10}", "{metric: pauses, limit: '10'}", "{metric: pauses, limit: +10%, baseline: a.json}",
        "{metric: pauses, limit: ten}", "{metric: p_value, limit: 0.05, bound: at_most}", "{metric: p_value, limit: 0.05, bound: most}",
        "{metric: p99_request, limit: 2s, service: shop}", "{metric: nothing, limit: 2s}", "{metric: max_pause}", "{limit: 2s}", "{}",
        "{metric: max_pause, limit: 1s, min_pauses: 20, min_requests: 0, min_duration: 30s, note: n, name: n, process: 'p*'}",
        "{metric: max_pause, limit: 1s, min_pauses: -20}", "{metric: max_pause, limit: 1s, min_pauses: x}",
        "{metric: max_pause, limit: 1s, min_duration: 30}", "{metric: max_pause, limit: 1s, limits: 1}", "[]", "text",
        "{metric: max_pause, limit: 1s, note: [a]}", "{metric: max_pause, limit: 1s, note: {a: b}}", "{metric: max_pause, limit: [1s]}");

    [Theory]
    [MemberData(nameof(Files))]
    public void BudgetsSchema_AnyBudget_AgreesWithTheParser(string budget)
    {
        var yaml = $"budgets: [{budget}]";
        string? fault = null;
        try
        {
            BudgetsFile.Read(yaml, null);
        }
        catch (YamlFault refused)
        {
            fault = refused.Message;
        }

        var editors = ContractSchema.Faults(Json(yaml), Schema);
        Assert.True(fault is null == (editors.Length == 0), $"{yaml}\nparser: {fault ?? "takes it"}\neditor: {editors}");
    }

    /// <summary>The file as an editor sees it: by PyYAML, which is not ours.</summary>
    private static string Json(string yaml)
    {
        var start = new ProcessStartInfo("/usr/bin/python3", ["-c", "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var python = Process.Start(start)!;
        python.StandardInput.Write(yaml);
        python.StandardInput.Close();
        return python.StandardOutput.ReadToEnd();
    }
}
