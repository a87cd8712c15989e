namespace Unpause.Services.Mcp.Tools;

/// <summary><c>compare</c>: did a change help?</summary>
internal sealed class CompareTool(CommandRunner runner)
{
    private static readonly string[] OfMetric =
    [
        "name", "title", "unit", "before", "after", "is_ratio", "difference", "low", "high", "p_value", "verdict", "reason",
        "runs_for_ten_percent",
    ];

    private static readonly string[] OfSide =
        ["name", "runs", "runtime", "runtime_version", "collector", "requests_per_s", "allocation_rate_bytes_per_s", "duration_ms"];

    public ToolDescription Describe() => new(
        "compare",
        "Compare before and after",
        "Compare recordings before and after a change: each metric with its difference, 95 % confidence interval and p-value, different "
        + "conditions, findings that went or came, caveats. With at least four runs on each side (folders), differences are tested against "
        + "the run-to-run variance; with one run each, no difference is called significant between runs.",
        $$"""
        "before": {"type": "string", "description": "A recording, or a folder with one file or folder per run."},
        "after": {"type": "string", "description": "The same after the change."},
        "same_load": {"type": "boolean", "description": "Both sides did the same work."},
        {{ToolDescription.Requests}}
        """,
        ["before", "after"],
        [
            "verdict", "outcome", "basis", "familywise_error_rate", "before", "after", "metrics", "conditions", "findings", "overhead",
            "caveats",
        ],
        AnswerAsync);

    private async Task<JsonObject> AnswerAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var (before, after) = (arguments.Path("before"), arguments.Path("after"));
        string[] command =
        [
            "compare", "--format", "json", .. arguments.Flag("same_load") ? ["--same-load"] : Array.Empty<string>(),
            .. arguments.Requests(), before, after,
        ];
        var outcome = await runner.RunAsync(command, cancelled).ConfigureAwait(false);
        const int notComparable = 3;
        return Answer.Of(
            outcome, outcome.ExitCode == notComparable ? ToolRefusal.NotComparable : ToolRefusal.NotReadable, (quotation, answer) =>
            {
                foreach (var part in (string[])["verdict", "outcome", "basis", "familywise_error_rate"])
                    answer[part] = quotation.Quote($"/{part}");
                answer["before"] = quotation.Quote("/before", OfSide);
                answer["after"] = quotation.Quote("/after", OfSide);
                answer["metrics"] = Metrics(quotation);
                answer["conditions"] = quotation.QuoteItems("/conditions", "run the command of source", 6);
                answer["findings"] = quotation.QuoteItems("/findings", "run the command of source", 6);
                answer["overhead"] = quotation.Quote("/overhead", "text", "refusal", "cpu_refusal");
                answer["caveats"] = quotation.QuoteItems("/caveats", "run the command of source", 6);
            });
    }

    /// <summary>First those that changed; metrics within noise are in the document.</summary>
    private static JsonArray Metrics(Quotation quotation)
    {
        var count = quotation.Count("/metrics");
        var order = Enumerable.Range(0, count)
            .OrderBy(index => quotation.Find($"/metrics/{index}/verdict")?.GetString() is "better" or "worse" ? 0 : 1).ToList();
        JsonArray shown = [.. order.Take(quotation.Size.Items).Select(index => (JsonNode?)quotation.Quote($"/metrics/{index}", OfMetric))];
        quotation.Omit("/metrics", shown.Count, count, "run the command of source; those that changed are shown first");
        return shown;
    }
}
