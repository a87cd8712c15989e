using System.Text.Json;
using Unpause.Reports.Budgets;

namespace Unpause.Tests.Reports.Budgets;

public class MetricDescriptionTests
{
    [Fact]
    public void MetricDescription_EachMetric_IsExplainedWithAValidExample()
    {
        Assert.Equal(BudgetMetric.All.Select(metric => metric.Name), MetricDescription.All.Select(metric => metric.Name));
        Assert.Equal(MetricDescription.All.Count, MetricDescription.All.Select(metric => metric.What).Distinct().Count());
        Assert.All(MetricDescription.All, metric =>
        {
            Assert.False(metric.What.EndsWith('.'), metric.Name);
            var example = metric.Example["--fail-on '".Length..^1];
            Assert.True(Budget.TryParse(example, out var budget, out _), example);
            // What is better is on the other side of the limit.
            Assert.Equal(metric.HigherIsBetter, example.Contains('<', StringComparison.Ordinal));
            Assert.StartsWith(metric.Name, budget!.Text, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void MetricDescription_EachField_IsInTheContract()
    {
        using var schema = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("schema", "unpause.report-1.schema.json")));
        var definitions = schema.RootElement.GetProperty("$defs");
        Assert.All(MetricDescription.All.SelectMany(metric => metric.Fields), field =>
        {
            var definition = field.StartsWith("requests.", StringComparison.Ordinal) ? "Requests" : "ProcessReport";
            var names = field.Split('.').SkipWhile(name => name == "requests").ToArray();
            foreach (var (name, place) in names.Select((name, place) => (name, place)))
            {
                Assert.True(definitions.GetProperty(definition).GetProperty("properties").TryGetProperty(name, out var member), field);
                if (place < names.Length - 1) definition = Referred(member) ?? throw new InvalidOperationException(field);
            }
        });
    }

    private static string? Referred(JsonElement member)
    {
        var text = member.GetRawText();
        var at = text.IndexOf("#/$defs/", StringComparison.Ordinal);
        return at < 0 ? null : text[(at + 8)..].Split('"')[0];
    }
}
