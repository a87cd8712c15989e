using System.Globalization;
using Unpause.Reports.Cpu;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Budgets;

/// <summary>
/// A condition that must not hold, such as <c>max_pause&gt;200ms</c> or <c>throughput&lt;95%</c>: when it holds for any
/// process, the budget is broken.
/// </summary>
public sealed class Budget
{
    private static readonly string[] Operators = [">=", "<=", ">", "<"];

    private readonly BudgetMetric _metric;
    private readonly string _operator;
    private readonly double _limit;

    private Budget(string text, BudgetMetric metric, string comparison, double limit)
    {
        Text = text;
        _metric = metric;
        _operator = comparison;
        _limit = limit;
    }

    /// <summary>The names of all metrics that can be bounded.</summary>
    public static IReadOnlyList<string> Metrics => [.. BudgetMetric.All.Select(metric => metric.Name)];

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>Reads a budget.</summary>
    /// <param name="text">Metric, comparison (<c>&gt; &gt;= &lt; &lt;=</c>), limit with its unit.</param>
    /// <param name="budget">The budget, when it can be read.</param>
    /// <param name="problem">What is wrong and what to write instead, when it can't.</param>
    public static bool TryParse(string text, out Budget? budget, out string? problem)
    {
        budget = null;
        var comparison = Array.Find(Operators, text.Contains);
        if (comparison is null)
        {
            problem = $"'{text}' has no comparison: write for example 'max_pause>200ms'";
            return false;
        }

        var at = text.IndexOf(comparison, StringComparison.Ordinal);
        var name = text[..at].Trim();
        var metric = BudgetMetric.All.FirstOrDefault(known => known.Name == name);
        if (metric is null)
        {
            var near = NearestWord.Meant(name.Replace('-', '_').ToLowerInvariant(), Metrics);
            problem = $"'{name}' is not a known metric; {(near is null ? "known" : $"did you mean {near}? Known")} are "
                + string.Join(", ", Metrics);
            return false;
        }

        if (!TryParseLimit(text[(at + comparison.Length)..].Trim(), metric.Unit, out var limit))
        {
            problem = $"'{text}' has no limit that can be read: write for example '{name}{comparison}{Example(metric.Unit)}'";
            return false;
        }

        budget = new Budget(text, metric, comparison, limit);
        problem = null;
        return true;
    }

    /// <summary>Whether it bounds a number of the requests, not of each process.</summary>
    public bool IsOfRequests => _metric.OfRequests is not null;

    /// <summary>Judges one process.</summary>
    public BudgetVerdict Judge(ProcessDocument process)
    {
        // CPU samples count no collections and no pauses: that there are 0 of them would be made up.
        var verdict = Judge(CpuTables.IsAll(process) ? null : _metric.OfProcess?.Invoke(process));
        if (_metric.Own is not { } own || verdict.Value is null) return verdict;
        return verdict with
        {
            // That a recording tells no stops stands in its verdict; an older report may be kept for what it doesn't tell.
            Basis = verdict.Outcome == BudgetOutcome.Broken || process.Stops is not null ? FeltPauses.WhyOwn(process) : null,
            Meaning = process.Stops?.MadeByCollections is null ? null : FeltPauses.Change(_metric.Name, own),
        };
    }

    /// <summary>Judges the requests; null when there are none.</summary>
    public BudgetVerdict Judge(RequestsDocument? requests) => Judge(requests is null ? null : _metric.OfRequests?.Invoke(requests));

    private BudgetVerdict Judge(double? measured)
    {
        if (measured is not { } value) return new BudgetVerdict(BudgetOutcome.Unknown, null);
        var broken = _operator switch
        {
            ">" => value > _limit,
            ">=" => value >= _limit,
            "<" => value < _limit,
            _ => value <= _limit,
        };
        return new BudgetVerdict(broken ? BudgetOutcome.Broken : BudgetOutcome.Kept, Written(value));
    }

    private string Written(double value) => _metric.Unit switch
    {
        BudgetUnit.Duration => Quantities.Duration(value),
        BudgetUnit.Size => Quantities.Bytes(value),
        BudgetUnit.Percent => Quantities.Percent(value),
        BudgetUnit.Share => value.ToString("0.###", CultureInfo.InvariantCulture),
        _ => value.ToString("#,0", CultureInfo.InvariantCulture),
    };

    private static bool TryParseLimit(string text, BudgetUnit unit, out double limit) => unit switch
    {
        BudgetUnit.Duration => Quantities.TryParseDuration(text, out limit),
        BudgetUnit.Size => Quantities.TryParseSize(text, out limit),
        BudgetUnit.Percent =>
            double.TryParse(text.TrimEnd('%').Trim(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out limit),
        _ => double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out limit),
    };

    private static string Example(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "200ms",
        BudgetUnit.Size => "1.5GiB",
        BudgetUnit.Percent => "95%",
        BudgetUnit.Share => "0.05",
        _ => "10",
    };
}
