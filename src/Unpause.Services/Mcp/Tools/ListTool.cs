namespace Unpause.Services.Mcp.Tools;

/// <summary><c>list_recordings</c>: what can be read in a folder.</summary>
internal sealed class ListTool(CommandRunner runner, AllowedFolders folders)
{
    private const int MostFiles = 40;

    private static readonly string[] Shown =
        ["files", "format", "runtime_name", "runtime_version", "collector", "started_at", "duration_ms", "identity"];

    public ToolDescription Describe() => new(
        "list_recordings",
        "List recordings",
        "List the recordings of garbage collection in a folder: runtime, version, service, host, start and length; and the files with "
        + "requests (traces, access logs). The index in at (/processes/INDEX) is the process argument of report for the same folder.",
        """
        "folder": {"type": "string", "description": "Default: the allowed folder."},
        "skip": {"type": "integer", "minimum": 0, "description": "How many recordings to leave out from the start, for the next page."}
        """,
        [],
        ["recordings", "request_files", "requests_source"],
        AnswerAsync);

    private async Task<JsonObject> AnswerAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        IReadOnlyList<string> paths = arguments.Has("folder") ? [arguments.Path("folder")] : [.. folders.Roots.Select(folders.Resolve)];
        var skip = arguments.Count("skip") ?? 0;
        var outcome = await runner.RunAsync(["report", "--format", "json", .. paths], cancelled).ConfigureAwait(false);
        // A threshold is required, and of no importance for the list of files.
        var requests = await runner.RunAsync(
            ["report", "--format", "json", "--slow=1h", .. paths.Select(path => $"--requests={path}"), .. paths],
            cancelled).ConfigureAwait(false);
        // A folder without a recording is an answer.
        if (outcome is { Document.Length: 0, ExitCode: 2 }) outcome = outcome with { Document = "{\"processes\": []}"u8.ToArray() };
        var found = Requests(requests);
        return Answer.Of(outcome, ToolRefusal.NotReadable, (quotation, answer) =>
        {
            var (count, listed) = (quotation.Count("/processes"), new JsonArray());
            var most = Math.Min(MostFiles, quotation.Size.Items * 4);
            for (var index = skip; index < count && listed.Count < most; index++)
                listed.Add((JsonNode?)quotation.Quote($"/processes/{index}/source", Shown));
            quotation.Omit(
                "/processes", listed.Count, (int)Math.Max(listed.Count, count - skip), $"list_recordings with skip: {skip + listed.Count}");
            answer["recordings"] = listed;
            answer["request_files"] = found.Files.DeepClone();
            answer["requests_source"] = found.Source?.DeepClone();
        });
    }

    private static (JsonArray Files, JsonObject? Source) Requests(CommandOutcome outcome)
    {
        if (outcome.Document.Length == 0) return ([], null);
        using var document = JsonDocument.Parse(outcome.Document);
        var quotation = new Quotation(document.RootElement, ServiceLimits.Sizes[0]);
        var files = quotation.QuoteItems("/requests/sources", "", MostFiles, "files", "format", "requests");
        return (files, files.Count == 0 ? null : Answer.Source(outcome, quotation));
    }
}
