namespace Unpause.Services.Mcp.Tools;

/// <summary><c>report</c>: verdict, numbers, findings, requests, and what is not known.</summary>
internal sealed class ReportTools(CommandRunner runner, MetricList metrics)
{
    /// <summary>Members of <c>source</c> that say what was recorded, and how exact its times are.</summary>
    public static readonly string[] Recorded =
    [
        "files", "format", "runtime_name", "runtime_version", "collector", "started_at", "duration_ms", "lost_ms", "clock",
        "pause_resolution_ms", "identity",
    ];

    private static readonly string[] OfFinding =
    [
        "id", "process", "severity", "title", "evidence", "advice", "expected_gain", "gain", "symptom_of", "confidence",
        "confidence_reason", "savings_max_ms", "explains",
    ];

    private const int MostProcesses = 5, MostFindings = 6, MostRequests = 3;

    public ToolDescription Describe() => new(
        "report",
        "Report on recordings",
        "Report on recordings of garbage collection: verdict, key numbers with their basis, findings with evidence, advice and confidence, "
        + "and what is not known. With requests, also how many slow requests GC caused, as a range.",
        $$"""
        "files": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 20,
          "description": "Recordings or folders, absolute or relative to the allowed folder."},
        "process": {"type": "integer", "minimum": 0, "description": "Only this process: its index in list_recordings of the same files."},
        {{ToolDescription.Requests}}
        """,
        ["files"],
        ["verdict", "processes", "findings", "requests", "not_known"],
        AnswerAsync);

    private async Task<JsonObject> AnswerAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var (paths, process) = (arguments.Paths("files"), arguments.Count("process"));
        if (paths.Count == 0) throw ToolArguments.Bad("files is missing: recordings or folders");
        string[] command = ["report", "--format", "json", .. arguments.Requests(), .. paths];
        var numbers = await metrics.NumbersAsync(cancelled).ConfigureAwait(false);
        var outcome = await runner.RunAsync(command, cancelled).ConfigureAwait(false);
        return Answer.Of(outcome, ToolRefusal.NotReadable, (quotation, answer) =>
        {
            if (process is { } wanted && wanted >= quotation.Count("/processes"))
                throw ToolArguments.Bad($"there is no process {wanted}: there are {quotation.Count("/processes")}, from 0");
            answer["verdict"] = quotation.Quote("/verdict");
            answer["processes"] = Processes(quotation, process, numbers);
            answer["findings"] = Findings(quotation, process);
            answer["requests"] = Requests(quotation, numbers);
            answer["not_known"] = NotKnown.Of(quotation, process, most: 6);
        });
    }

    private static JsonArray Processes(Quotation quotation, long? only, Func<Quotation, string, JsonArray> numbers)
    {
        var (count, shown) = (quotation.Count("/processes"), new JsonArray());
        for (var index = 0; index < count && shown.Count < Math.Min(MostProcesses, quotation.Size.Items); index++)
        {
            if (only is { } one && one != index) continue;
            var place = $"/processes/{index}";
            shown.Add((JsonNode)new JsonObject
            {
                ["name"] = quotation.Quote($"{place}/name"),
                ["source"] = quotation.Quote($"{place}/source", Recorded),
                ["numbers"] = numbers(quotation, place),
                ["pauses_are"] = quotation.Quote($"{place}/pauses/knowledge"),
                ["live_set_trend"] = quotation.Quote($"{place}/heap/live_set_trend", "verdict", "unknown_reason"),
                ["worst_minute"] = quotation.Quote($"{place}/worst_minute"),
            });
        }

        if (only is null) quotation.Omit("/processes", shown.Count, count, "report with process: its index");
        return shown;
    }

    private static JsonArray Findings(Quotation quotation, long? only)
    {
        var (shown, all) = (new JsonArray(), 0);
        for (var index = 0; index < quotation.Count("/findings"); index++)
        {
            if (only is { } one && quotation.Find($"/findings/{index}/process")?.GetInt64() != one) continue;
            all++;
            if (shown.Count >= Math.Min(MostFindings, quotation.Size.Items)) continue;
            shown.Add((JsonNode?)quotation.Quote($"/findings/{index}", OfFinding));
        }

        quotation.Omit("/findings", shown.Count, all, "report with fewer files, or with process");
        return shown;
    }

    private static JsonObject? Requests(Quotation quotation, Func<Quotation, string, JsonArray> numbers)
    {
        if (quotation.Find("/requests") is null) return null;
        return new JsonObject
        {
            ["outcome"] = quotation.Quote("/requests/outcome"),
            ["verdict"] = quotation.Quote("/requests/verdict"),
            ["numbers"] = numbers(quotation, ""),
            ["sources"] = quotation.QuoteItems(
                "/requests/sources", "run the command of source", 3, "files", "format", "requests", "failed"),
            ["explanations"] = quotation.QuoteItems("/requests/explanations", "run the command of source", 6, "kind", "text"),
            ["clocks"] = quotation.QuoteItems(
                "/requests/processes", "run the command of source", 3, "process", "clock_state", "clock_error_ms", "queue", "queue_fits"),
            ["worst"] = quotation.QuoteItems(
                "/requests/worst", "run the command of source", MostRequests, "process", "name", "trace_id", "started_at", "duration_ms",
                "paused_ms", "queued_behind_gc_ms", "without_gc_ms", "why"),
        };
    }
}
