namespace Unpause.Services.Mcp.Tools;

/// <summary><c>explain</c>: a rule, metric, setting or JSON field in words.</summary>
internal sealed class ExplainTool(CommandRunner runner)
{
    private static readonly (string List, string Kind)[] Kinds =
        [("rules", "rule"), ("metrics", "metric"), ("settings", "setting"), ("terms", "term")];

    public ToolDescription Describe() => new(
        "explain",
        "Explain a rule, number or setting",
        "Explain a finding's rule: its thresholds with their reasons, what it requires, sources. Or a number: what a metric such as "
        + "p99_pause or a field such as heap.live_set_bytes counts. Or a runtime setting: what it trades, when it helps or hurts.",
        """
        "word": {"type": "string", "description": "For example blocking-gen2, p99_pause, heap.live_set_bytes, MaxGCPauseMillis, GOGC."}
        """,
        ["word"],
        ["kind", "explanations"],
        AnswerAsync);

    private async Task<JsonObject> AnswerAsync(ToolArguments arguments, CancellationToken cancelled)
    {
        var word = arguments.Text("word") ?? throw ToolArguments.Bad("word is missing");
        // A word of unpause: no option, and no path, whose file would be read.
        if (word.Length is 0 or > ServiceLimits.MostWordChars || !(char.IsAsciiLetter(word[0]) || word[0] == '_')
            || !word.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or ' ' or '(' or ')' or '[' or ']'))
        {
            throw ToolArguments.Bad("word must be the name of a rule, metric, field or setting");
        }

        var outcome = await runner.RunAsync(["explain", "--format", "json", word], cancelled).ConfigureAwait(false);
        return Answer.Of(outcome, ToolRefusal.UnknownWord, (quotation, answer) =>
        {
            var (list, kind) = Array.Find(Kinds, entry => quotation.Count($"/{entry.List}") > 0);
            answer["kind"] = kind;
            answer["explanations"] = list is null ? new JsonArray() : quotation.QuoteItems($"/{list}", "explain with PLACE.NAME", 5);
        });
    }
}
