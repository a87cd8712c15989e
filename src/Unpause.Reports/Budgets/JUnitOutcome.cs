namespace Unpause.Reports.Budgets;

/// <summary>What became of a test.</summary>
public enum JUnitOutcome
{
    /// <summary>It passed.</summary>
    Passed,

    /// <summary>It failed.</summary>
    Failed,

    /// <summary>It could not be run, and that is a failure.</summary>
    Error,

    /// <summary>It could not be run, and that is none.</summary>
    Skipped,
}
