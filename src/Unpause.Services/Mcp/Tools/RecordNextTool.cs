namespace Unpause.Services.Mcp.Tools;

/// <summary><c>what_to_record_next</c>: what would answer the open questions, and the command that records it.</summary>
internal sealed class RecordNextTool(CommandRunner runner)
{
    public ToolDescription Describe() => new(
        "what_to_record_next",
        "What to record next",
        "What a recording does not have and which questions that leaves open: rules that could not be judged, details of the longest "
        + "pauses, gaps in the recording, refusals about requests; each with the reason and the command that would record it. "
        + "It records nothing: the user runs the command.",
        $$"""
        {{ToolDescription.File}},
        {{ToolDescription.Requests}}
        """,
        ["file"],
        ["recorded", "not_known", "requests"],
        AnswerAsync);

    private async Task<JsonObject> AnswerAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var path = arguments.Path("file");
        var outcome = await runner.RunAsync(["report", "--format", "json", .. arguments.Requests(), path], cancelled).ConfigureAwait(false);
        return Answer.Of(outcome, ToolRefusal.NotReadable, (quotation, answer) =>
        {
            answer["recorded"] = quotation.QuoteItems("/processes", "what_to_record_next with one file", 4, "name");
            answer["not_known"] = NotKnown.Of(quotation, null, most: 10);
            answer["requests"] = quotation.Find("/requests") is null
                ? null
                : new JsonObject
                {
                    ["outcome"] = quotation.Quote("/requests/outcome"),
                    ["explanations"] = quotation.QuoteItems("/requests/explanations", "report with requests", 10, "kind", "text"),
                };
        });
    }
}
