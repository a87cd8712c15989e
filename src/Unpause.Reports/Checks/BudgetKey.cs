namespace Unpause.Checks;

/// <summary>A key that a budget may have in a file. The parser, its messages and the editors' schema are made of this table.</summary>
/// <param name="Name">As it is written.</param>
/// <param name="Example">A value.</param>
/// <param name="Description">What it says, in a sentence.</param>
internal sealed record BudgetKey(string Name, string Example, string Description)
{
    /// <summary>The key of a file's list of budgets.</summary>
    public const string Budgets = "budgets";

    /// <summary>The key of the baseline, of one budget or of all in a file.</summary>
    public const string BaselineName = "baseline";

    /// <summary>That a limit is the most that may be.</summary>
    public const string AtMost = "at_most";

    /// <summary>That it is the least.</summary>
    public const string AtLeast = "at_least";

    /// <summary>How a budget is called.</summary>
    public static BudgetKey Title { get; } =
        new("name", "checkout stays quick", "How it is called in verdicts and test results; without it, its metric and limit.");

    /// <summary>What is measured.</summary>
    public static BudgetKey Metric { get; } = new("metric", "p99_pause", "The number that is bounded, by a name that --fail-on has too.");

    /// <summary>How much it may be.</summary>
    public static BudgetKey Limit { get; } = new(
        "limit", "50ms",
        "How much it may be, with its unit (50ms, 1.5GiB, 95%), or how much more or less than in the baseline (+10%, -5%, +20ms; +1pp for "
            + "percentage points). It is the most that may be; of throughput the least.");

    /// <summary>On which side the limit is.</summary>
    public static BudgetKey Bound { get; } = new(
        "bound", AtMost, $"Whether the limit is the most ({AtMost}) or the least ({AtLeast}), where that isn't as the metric has it.");

    /// <summary>What it is compared with.</summary>
    public static BudgetKey Baseline { get; } = new(
        BaselineName, "main.json",
        "What a limit with + or - is relative to: a report stored as JSON, in the folder of this file or below. It may stand above the "
            + "list for all budgets; --baseline on the command line goes before both.");

    /// <summary>How much worse than the limit passes.</summary>
    public static BudgetKey Tolerance { get; } = new(
        "tolerance", "5%", "How far beyond the limit still passes, with a warning: a share of the limit (5%), or an amount (2ms, 1pp).");

    /// <summary>Which processes.</summary>
    public static BudgetKey Process { get; } = new(
        "process", "checkout*",
        "The processes that it is for: a command or a file's name; * is any text, ? one character. Without it, all.");

    /// <summary>Which services.</summary>
    public static BudgetKey Service { get; } = new(
        "service", "checkout",
        "The services that it is for, by the names that reports have (--service, OTEL_SERVICE_NAME); * is any text.");

    /// <summary>From how many pauses on it is judged.</summary>
    public static BudgetKey MinPauses { get; } = new("min_pauses", "20", "The fewest pauses that it is judged by.");

    /// <summary>From how many requests on it is judged.</summary>
    public static BudgetKey MinRequests { get; } = new("min_requests", "1000", "The fewest requests that it is judged by.");

    /// <summary>From which recorded time on it is judged.</summary>
    public static BudgetKey MinDuration { get; } = new("min_duration", "30s", "The shortest recording that it is judged by.");

    /// <summary>What its owner says.</summary>
    public static BudgetKey Note { get; } = new("note", "see the runbook", "What to tell who breaks it.");

    /// <summary>All of them, in the order in which they are best written.</summary>
    public static IReadOnlyList<BudgetKey> All { get; } =
        [Title, Metric, Limit, Bound, Baseline, Tolerance, Process, Service, MinPauses, MinRequests, MinDuration, Note];

    /// <summary>The key with its example, as it stands in a file.</summary>
    public string Line => $"{Name}: {Example}";
}
