using Unpause.Analysis.Settings;
using Unpause.Reports.Budgets;
using Unpause.Reports.Checks;

namespace Unpause.Tests.Checks;

/// <summary>Files of budgets: what is read of them, and what is said of mistakes.</summary>
public class BudgetsFileTests
{
    [Fact]
    public void BudgetsFile_EveryKey_IsRead()
    {
        var file = BudgetsFile.Read(
            """
            # ours
            baseline: main.json
            budgets:
              - name: checkout stays quick
                metric: p99_pause
                limit: +10%
                bound: at_most
                baseline: builds/last.json.gz
                tolerance: 2ms
                process: "checkout*"
                service: shop
                min_pauses: 20
                min_requests: 1000
                min_duration: 30s
                note: see the runbook
              - {metric: throughput, limit: 95%}
              - {metric: max_pause, limit: -5ms}
            """, null);
        var first = file.Budgets[0];
        Assert.Equal(("checkout stays quick", 4, "p99_pause", "see the runbook", "builds/last.json.gz"),
            (first.Name, first.Line, first.MetricName, first.Note, first.Baseline));
        Assert.Equal((new BudgetLimit("+10%", LimitKind.Share, 10), new BudgetLimit("2ms", LimitKind.Difference, 2e6)),
            (first.Limit, first.Tolerance));
        Assert.Equal(("checkout*", "shop", 20, 1000, 30e9),
            (first.Process, first.Service, first.MinPauses, first.MinRequests, first.MinDurationNanoseconds));
        Assert.Equal((true, "throughput >= 95%", null), (file.Budgets[1].IsLeast, file.Budgets[1].Name, file.Budgets[1].Baseline));
        Assert.Equal((false, "main.json", -5e6), (file.Budgets[2].IsLeast, file.Budgets[2].Baseline, file.Budgets[2].Limit.Amount));
        Assert.Equal(["builds/last.json.gz", "main.json"], file.Baselines);
    }

    /// <summary>Whatever <c>--fail-on</c> bounds, a file bounds too, in the same units.</summary>
    [Fact]
    public void BudgetsFile_EveryMetric_CanBeBounded()
    {
        foreach (var metric in BudgetMetric.All)
        {
            var yaml = $"budgets: [{{metric: {metric.Name}, limit: {Condition.Example(metric.Unit)}, bound: at_most}}]";
            var budget = Assert.Single(BudgetsFile.Read(yaml, null).Budgets);
            Assert.True(Budget.TryParse($"{metric.Name}>{Condition.Example(metric.Unit)}", out _, out var problem), problem);
            Assert.Equal((metric, LimitKind.Absolute), (budget.Metric, budget.Limit.Kind));
        }
    }

    [Fact]
    public void BudgetsFile_BaselineOfTheCommandLine_TakesPrecedence()
    {
        const string Yaml = "baseline: a.json\nbudgets: [{metric: max_pause, limit: +1ms, baseline: b.json}]";
        Assert.Equal(["b.json"], BudgetsFile.Read(Yaml, null).Baselines);
        Assert.Equal(["../c.json"], BudgetsFile.Read(Yaml, "../c.json").Baselines);
        Assert.Equal(["c"], BudgetsFile.Read("budgets: [{metric: max_pause, limit: +1ms}]", "c").Baselines);
    }

    [Theory]
    [InlineData("", "line 1, column 1: no budgets; to write a first file: unpause check --init RECORDING")]
    [InlineData("# nothing\n", "no budgets; to write")]
    [InlineData("budgets: []", "line 1, column 1: no budgets; to write")]
    [InlineData("- {metric: max_pause, limit: 1ms}", "line 1, column 1: budgets: with a list below it is expected")]
    [InlineData("budget:\n  - {}", "line 1, column 1: budget is not a key of a budgets file; did you mean budgets?")]
    [InlineData("budgets: {metric: max_pause}", "line 1, column 10: a list of budgets, each starting with -, is expected")]
    [InlineData("budgets: [max_pause<1ms]", "line 1, column 11: a budget, such as { metric: max_pause, limit: 200ms }, is expected")]
    [InlineData("budgets:\n  - limit: 1ms", "line 2, column 5: this budget has no metric: write, for example, metric: p99_pause")]
    [InlineData("budgets:\n  - metric: max_pause", "line 2, column 5: this budget has no limit: write, for example, limit: 50ms")]
    [InlineData("budgets:\n  - metric: max_puase\n    limit: 1ms",
        "line 2, column 13: 'max_puase' is not a known metric; did you mean max_pause? Known are max_pause")]
    [InlineData("budgets:\n  - metric: max_pause\n    limti: 1ms", "line 3, column 5: limti is not a key of a budget; did you mean limit?")]
    [InlineData("budgets:\n  - metric: max_pause\n    zzzzzzzz: 1ms",
        "line 3, column 5: zzzzzzzz is not a key of a budget; known are name, metric")]
    [InlineData("budgets:\n  - metric: pause\n    statistic: p99", "line 3, column 5: the statistic is part of the metric's name")]
    [InlineData("budgets:\n  - metric: max_pause\n    limit: 200",
        "line 3, column 12: '200' is not a limit of this metric: write, for example, 200ms, or +10% of a baseline")]
    [InlineData("budgets: [{metric: live_set, limit: 1 parsec}]", "'1 parsec' is not a limit of this metric: write, for example, 1.5GiB")]
    [InlineData("budgets: [{metric: throughput, limit: -1}]", "'-1' is not a difference to a baseline: write, for example, +10%, or +1pp")]
    [InlineData("budgets: [{metric: max_pause, limit: +1}]", "'+1' is not a difference to a baseline: write, for example, +10%, or +200ms")]
    [InlineData("budgets: [{metric: max_pause, limit: +}]", "'+' is not a difference to a baseline")]
    [InlineData("budgets: [{metric: max_pause, limit: -100%, baseline: a.json}]", "'-100%' leaves nothing of the baseline")]
    [InlineData("budgets: [{metric: max_pause, limit: +10%}]",
        "line 1, column 38: '+10%' is relative: name a stored report with baseline: main.json, or with --baseline")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, baseline: a.json}]", "the limit 1ms needs no baseline")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, tolerance: 5}]",
        "'5' is not a tolerance: write, for example, 5% of the limit, or 200ms")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, tolerance: -5%}]", "'-5%' is not a tolerance")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, bound: below}]", "bound must be at_most or at_least")]
    [InlineData("budgets: [{metric: explained, limit: 50%}]", "explained has no default bound: add bound: at_most, or")]
    [InlineData("budgets: [{metric: p99_request, limit: 1s, process: x}]", "p99_request is of all requests together")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, min_pauses: some}]", "'some' is not a whole number")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, min_pauses: -1}]", "'-1' is not a whole number")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, min_duration: 30}]", "'30' is not a duration: write, for example, 30s")]
    [InlineData("budgets: [{metric: max_pause, limit: 1ms, note: }]", "note has no value")]
    [InlineData("budgets: [{metric: max_pause, limit: ' '}]", "limit has no value")]
    [InlineData("budgets:\n  - {metric: max_pause, limit: 1ms}\n  - {metric: max_pause, limit: 1ms}",
        "line 3, column 5: two budgets have the name 'max_pause <= 1ms': give this one its own name")]
    [InlineData("budgets: [{metric: max_pause, metric: max_stop, limit: 1ms}]", "line 1, column 31: metric is a duplicate key")]
    [InlineData("budgets: []\nbudgets: []", "line 2, column 1: budgets is a duplicate key")]
    [InlineData("baseline: /etc/passwd\nbudgets: []", "no budgets; to write")]
    [InlineData("baseline: /etc/a.json\nbudgets: [{metric: max_pause, limit: +1ms}]",
        "line 1, column 11: '/etc/a.json' is not a .json or .json.gz file in the folder of this file or below")]
    [InlineData("budgets: [{metric: max_pause, limit: +1ms, baseline: ../a.json}]", "'../a.json' is not a .json")]
    [InlineData("budgets: [{metric: max_pause, limit: +1ms, baseline: a/../../b.json}]", "is not a .json")]
    [InlineData("budgets: [{metric: max_pause, limit: +1ms, baseline: .git/config}]", "'.git/config' is not a .json")]
    public void BudgetsFile_InvalidText_NamesTheFaultAndItsPlace(string yaml, string said) =>
        Assert.Contains(said, Assert.Throws<YamlFault>(() => BudgetsFile.Read(yaml, null)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("max_pause", "99999999999999999999999999999999999999999ms", true)]
    [InlineData("pauses", "10", true)]
    [InlineData("pauses", "1,000", false)]
    [InlineData("pauses", "-0", false)]
    [InlineData("throughput", "95", true)]
    [InlineData("throughput", "99.9 %", true)]
    [InlineData("p_value", "0.05", true)]
    [InlineData("p_value", "NaN", false)]
    [InlineData("peak_heap", "1.5GiB", true)]
    [InlineData("max_pause", "Infinity", false)]
    public void BudgetsFile_Limit_NeedsTheMetricsUnit(string metric, string limit, bool good)
    {
        var yaml = $"budgets: [{{metric: {metric}, limit: \"{limit}\", bound: at_most, baseline: }}]".Replace(", baseline: ", "");
        if (good) Assert.Single(BudgetsFile.Read(yaml, null).Budgets);
        else Assert.Throws<YamlFault>(() => BudgetsFile.Read(yaml, null));
    }

    /// <summary>A limit of 400 digits would be infinite, and nothing could break it.</summary>
    [Fact]
    public void BudgetsFile_InfiniteLimit_IsRefused()
    {
        var digits = new string('9', 400);
        Assert.Throws<YamlFault>(() => BudgetsFile.Read($"budgets: [{{metric: pauses, limit: {digits}}}]", null));
        Assert.False(Budget.TryParse($"pauses>{digits}", out _, out _));
        Assert.False(Budget.TryParse($"throughput<{digits}%", out _, out _));
    }
}
