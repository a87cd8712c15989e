using Unpause.Reports.Budgets;

namespace Unpause.Reports.Tuning;

/// <summary>What must hold for a setting to be chosen: <c>max_rss&lt;500MB</c>. A budget says the opposite, what must not hold.</summary>
public sealed class TrialConstraint
{
    private readonly Condition _condition;

    private TrialConstraint(string text, Condition condition) => (Text, _condition) = (text, condition);

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The metric that it bounds.</summary>
    public string Metric => _condition.Name;

    /// <summary>Reads a constraint.</summary>
    /// <param name="text">As the user wrote it.</param>
    /// <param name="problem">What is wrong and what to write instead; null when nothing is.</param>
    public static TrialConstraint? Read(string text, out string? problem) =>
        Condition.Read(text, TrialMetric.Units, "max_rss<500MB", out problem) is { } condition
            ? new TrialConstraint(text.Trim(), condition)
            : null;

    /// <summary>Whether a trial broke it; one that doesn't tell the number did.</summary>
    /// <param name="numbers">The trial's.</param>
    public bool IsBrokenBy(IReadOnlyDictionary<string, double> numbers) =>
        !numbers.TryGetValue(Metric, out var value) || !_condition.Holds(value);
}
