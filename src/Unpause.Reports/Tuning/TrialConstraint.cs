using Unpause.Reports.Budgets;

namespace Unpause.Reports.Tuning;

/// <summary>A condition that must be true for a setting to be chosen: <c>max_rss&lt;500MB</c>. A budget is the opposite.</summary>
public sealed class TrialConstraint
{
    private readonly Condition _condition;

    private TrialConstraint(string text, Condition condition) => (Text, _condition) = (text, condition);

    /// <summary>The constraint as the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The metric that it limits.</summary>
    public string Metric => _condition.Name;

    /// <summary>Parses a constraint.</summary>
    /// <param name="text">The constraint as the user wrote it.</param>
    /// <param name="problem">What is wrong and what to write instead; null when it is valid.</param>
    public static TrialConstraint? Read(string text, out string? problem) =>
        Condition.Read(text, TrialMetric.Units, "max_rss<500MB", out problem) is { } condition
            ? new TrialConstraint(text.Trim(), condition)
            : null;

    /// <summary>Whether a trial violates it; a trial without the number does.</summary>
    /// <param name="numbers">The numbers of the trial.</param>
    public bool IsBrokenBy(IReadOnlyDictionary<string, double> numbers) =>
        !numbers.TryGetValue(Metric, out var value) || !_condition.Holds(value);
}
