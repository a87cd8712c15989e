namespace Unpause.Services.Mcp.Tools;

/// <summary>
/// The metrics of <c>unpause explain --metrics</c>: where the document has each, and what it counts. Asked once, from the program
/// whose documents are quoted.
/// </summary>
internal sealed class MetricList(CommandRunner runner)
{
    // In an answer's order. The document has all others too.
    private static readonly string[] Shown =
    [
        "max_pause", "p99_pause", "p90_pause", "p50_pause", "total_pause", "throughput", "pauses", "stops", "max_stop",
        "max_time_to_safepoint", "max_wait", "collections", "induced", "live_set", "peak_heap", "allocation_rate",
        "slow_requests", "slow_percent", "slow_with_pause", "slow_because_of_gc", "explained", "p50_request", "p99_request", "max_request",
        "p99_without_gc", "p_value",
    ];

    private static readonly (string Name, double WindowMs)[] Windows = [("mmu(100ms)", 100), ("mmu(1s)", 1000)];

    private IReadOnlyList<Metric>? _all;

    /// <summary>The numbers of one process, or with an empty place those of the requests.</summary>
    /// <param name="place">For example <c>/processes/0</c>.</param>
    public async Task<Func<Quotation, string, JsonArray>> NumbersAsync(CancellationToken cancelled)
    {
        _all ??= await LoadAsync(cancelled).ConfigureAwait(false);
        var all = _all;
        return (quotation, place) => Numbers(all, quotation, place);
    }

    private static JsonArray Numbers(IReadOnlyList<Metric> all, Quotation quotation, string place)
    {
        var numbers = new JsonArray();
        var requests = place.Length == 0;
        foreach (var name in Shown)
        {
            if (all.FirstOrDefault(metric => metric.Name == name) is not { } metric) continue;
            if (metric.Fields[0].StartsWith("requests.", StringComparison.Ordinal) != requests) continue;
            // A number with another basis has another name: what the collector reports is not what the application experiences.
            if (Number(metric, quotation, place) is { } number) numbers.Add((JsonNode)number);
            else if (all.FirstOrDefault(other => other.Name == metric.Own) is { } own && Number(own, quotation, place) is { } reported)
                numbers.Add((JsonNode)reported);
        }

        foreach (var (name, windowMs) in requests ? [] : Windows)
        {
            var list = $"{place}/utilisation/windows";
            for (var index = 0; index < quotation.Count(list); index++)
            {
                if (quotation.Find($"{list}/{index}/window_ms")?.GetDouble() != windowMs) continue;
                var basis = all.FirstOrDefault(metric => metric.Name == name)?.What ?? name;
                if (quotation.Number(name, $"{list}/{index}/stops/mmu_percent", basis) is { } number) numbers.Add((JsonNode)number);
            }
        }

        return numbers;
    }

    private static JsonObject? Number(Metric metric, Quotation quotation, string place) =>
        quotation.Number(metric.Name, $"{place}/{metric.Fields[0].Replace('.', '/')}", metric.What);

    private async Task<IReadOnlyList<Metric>> LoadAsync(CancellationToken cancelled)
    {
        var outcome = await runner.RunAsync(["explain", "--metrics", "--format", "json"], cancelled).ConfigureAwait(false);
        if (outcome.Document.Length == 0) throw new ToolRefusal(ToolRefusal.Failed, outcome.Reason());
        using var document = JsonDocument.Parse(outcome.Document);
        return [.. document.RootElement.GetProperty("metrics").EnumerateArray().Select(metric => new Metric(
            metric.GetProperty("name").GetString()!,
            [.. metric.GetProperty("fields").EnumerateArray().Select(field => field.GetString()!)],
            metric.GetProperty("what").GetString()!,
            metric.TryGetProperty("own", out var own) ? own.GetString() : null))];
    }

    private sealed record Metric(string Name, IReadOnlyList<string> Fields, string What, string? Own);
}
