namespace Unpause.Reports.Budgets;

/// <summary>The outcome of a test.</summary>
public enum JUnitOutcome
{
    /// <summary>It passed.</summary>
    Passed,

    /// <summary>It failed.</summary>
    Failed,

    /// <summary>It could not be run, which counts as a failure.</summary>
    Error,

    /// <summary>It was skipped, which is not a failure.</summary>
    Skipped,
}
