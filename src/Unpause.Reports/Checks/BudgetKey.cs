namespace Unpause.Reports.Checks;

/// <summary>A key of a budget. The parser, its messages and the JSON schema for editors are made from this table.</summary>
/// <param name="Example">An example of a value.</param>
/// <param name="Description">The meaning, as a sentence.</param>
internal sealed record BudgetKey(string Name, string Example, string Description)
{
    /// <summary>The key of the list of budgets.</summary>
    public const string Budgets = "budgets";

    /// <summary>The key of the baseline, for one budget or for all of a file.</summary>
    public const string BaselineName = "baseline";

    /// <summary>The limit is a maximum.</summary>
    public const string AtMost = "at_most";

    /// <summary>The limit is a minimum.</summary>
    public const string AtLeast = "at_least";

    /// <summary>The name of a budget.</summary>
    public static BudgetKey Title { get; } =
        new("name", "checkout stays fast", "The name in verdicts and test results. Default: the metric and the limit.");

    /// <summary>The metric.</summary>
    public static BudgetKey Metric { get; } = new("metric", "p99_pause", "The metric that is limited, by its name in --fail-on.");

    /// <summary>The limit.</summary>
    public static BudgetKey Limit { get; } = new(
        "limit", "50ms",
        "The limit with its unit (50ms, 1.5GiB, 95%), or relative to the baseline (+10%, -5%, +20ms; +1pp for percentage points). "
            + "It is a maximum; for throughput and mmu, a minimum.");

    /// <summary>Whether the limit is a maximum or a minimum.</summary>
    public static BudgetKey Bound { get; } = new(
        "bound", AtMost, $"Whether the limit is a maximum ({AtMost}) or a minimum ({AtLeast}). Default: as usual for the metric.");

    /// <summary>The baseline.</summary>
    public static BudgetKey Baseline { get; } = new(
        BaselineName, "main.json",
        "The baseline of a limit with + or -: a report stored as JSON, in the folder of this file or below. "
            + "Above the list, it applies to all budgets; --baseline on the command line takes precedence.");

    /// <summary>The tolerance beyond the limit.</summary>
    public static BudgetKey Tolerance { get; } = new(
        "tolerance", "5%", "How far a value beyond the limit passes with a warning: a share of the limit (5%) or an amount (2ms, 1pp).");

    /// <summary>The processes that it applies to.</summary>
    public static BudgetKey Process { get; } = new(
        "process", "checkout*",
        "The processes that it applies to: a command or a file name; * is any text, ? one character. Default: all.");

    /// <summary>The services that it applies to.</summary>
    public static BudgetKey Service { get; } = new(
        "service", "checkout",
        "The services that it applies to, by their names in reports (--service, OTEL_SERVICE_NAME); * is any text.");

    /// <summary>The minimum number of pauses.</summary>
    public static BudgetKey MinPauses { get; } = new(
        "min_pauses", "20", "The minimum number of pauses; with fewer, the budget is not checked.");

    /// <summary>The minimum number of requests.</summary>
    public static BudgetKey MinRequests { get; } = new(
        "min_requests", "1000", "The minimum number of requests; with fewer, the budget is not checked.");

    /// <summary>The minimum length of the recording.</summary>
    public static BudgetKey MinDuration { get; } = new(
        "min_duration", "30s", "The minimum length of the recording; with less, the budget is not checked.");

    /// <summary>A note from its owner.</summary>
    public static BudgetKey Note { get; } = new("note", "see the runbook", "A message for anyone who breaks the budget.");

    /// <summary>All keys, in the recommended order.</summary>
    public static IReadOnlyList<BudgetKey> All { get; } =
        [Title, Metric, Limit, Bound, Baseline, Tolerance, Process, Service, MinPauses, MinRequests, MinDuration, Note];

    /// <summary>The key with its example, as in a file.</summary>
    public string Line => $"{Name}: {Example}";
}
