namespace Unpause.Services.Mcp.Tools;

/// <summary><c>longest_pauses</c> and <c>explain_pause</c>.</summary>
internal sealed class PauseTools(CommandRunner runner)
{
    private const int MostChars = 40;

    public ToolDescription DescribeLongest() => new(
        "longest_pauses",
        "Longest pauses",
        "The longest stop-the-world pauses of a recording, up to ten: start, length, time to safepoint, cause, and where explained why "
        + "they were long. For a pause at another time use explain_pause.",
        $$"""
        {{ToolDescription.File}},
        "process": {"type": "integer", "minimum": 0, "description": "The index of the process, if the file has several. Default: 0."}
        """,
        ["file"],
        ["process", "pauses", "pauses_are", "explanations"],
        LongestAsync);

    public ToolDescription DescribeOne() => new(
        "explain_pause",
        "Explain one pause",
        "Explain one pause of a recording: what it was, why it was long (its parts, the questions asked), what to do, what "
        + "triggered it, which requests it delayed, and what is not recorded. Without collection and at: the longest.",
        $$"""
        {{ToolDescription.File}},
        "collection": {"type": "integer", "minimum": 0, "description": "The number of the collection."},
        "at": {"type": "string", "description": "The moment: 02:58:10, 2026-11-25T02:58:10Z, or 90s since the start."},
        "requests": {"type": "array", "items": {"type": "string"}, "maxItems": 20,
          "description": "Files with requests that the pause may have delayed."}
        """,
        ["file"],
        ["pause"],
        ExplainAsync);

    // unpause reads it; here it must not be anything else.
    private static bool IsMoment(string at) =>
        at.Length is > 0 and <= MostChars && at.All(c => char.IsAsciiLetterOrDigit(c) || c is ':' or '.' or '+' or '-' or ' ');

    private async Task<JsonObject> LongestAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var (path, process) = (arguments.Path("file"), arguments.Count("process") ?? 0);
        var outcome = await runner.RunAsync(["report", "--format", "json", path], cancelled).ConfigureAwait(false);
        return Answer.Of(outcome, ToolRefusal.NotReadable, (quotation, answer) =>
        {
            var place = $"/processes/{process}";
            if (quotation.Find(place) is null)
                throw ToolArguments.Bad($"there is no process {process}: there are {quotation.Count("/processes")}, from 0");
            // Stops are what the application experiences; not every recording has them.
            var kind = quotation.Count($"{place}/stops/longest") > 0 ? "stops" : "pauses";
            answer["process"] = quotation.Quote($"{place}/name");
            answer["pauses"] = quotation.QuoteItems($"{place}/{kind}/longest", "explain_pause with at or collection", 10);
            answer["pauses_are"] = quotation.Quote($"{place}/pauses/knowledge");
            answer["explanations"] = quotation.QuoteItems(
                $"{place}/explanations", "explain_pause with collection", 5, "duration_ms", "start_ms", "collection", "what", "why",
                "action", "cause", "not_recorded");
            var all = (int)(quotation.Find($"{place}/{kind}/count")?.GetDouble() ?? 0);
            var listed = quotation.Count($"{place}/{kind}/longest");
            quotation.Omit($"{place}/{kind}/count", listed, all, "explain_pause with at or collection");
        });
    }

    private async Task<JsonObject> ExplainAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var path = arguments.Path("file");
        var (collection, at) = (arguments.Count("collection"), arguments.Text("at"));
        if (collection is not null && at is not null) throw ToolArguments.Bad("collection and at each choose one pause: give one of them");
        if (at is not null && !IsMoment(at))
            throw ToolArguments.Bad("at must be a moment: 02:58:10, 2026-11-25T02:58:10Z, or 90s since the start");
        var choice = at is not null ? $"--at={at}" : collection is not null ? $"--gc={collection}" : "--longest";
        string[] command =
            ["explain", "--format", "json", choice, .. arguments.Paths("requests").Select(requests => $"--requests={requests}"), path];
        var outcome = await runner.RunAsync(command, cancelled).ConfigureAwait(false);
        if (outcome is { Document.Length: 0, ExitCode: 2 })
        {
            // No such pause, or no recording: a report shows which.
            var report = await runner.RunAsync(["report", "--format", "json", path], cancelled).ConfigureAwait(false);
            throw new ToolRefusal(report.Document.Length > 0 ? ToolRefusal.NoSuchPause : ToolRefusal.NotReadable, outcome.Reason());
        }

        return Answer.Of(outcome, ToolRefusal.NotReadable, (quotation, answer) => answer["pause"] = quotation.Quote("/pause"));
    }
}
