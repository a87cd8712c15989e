namespace Unpause.Services.Mcp;

/// <summary>Makes an answer from a document, short enough for an agent.</summary>
internal static class Answer
{
    /// <summary>The answer with as much of the document as fits.</summary>
    /// <exception cref="ToolRefusal">The command printed no document.</exception>
    public static JsonObject Of(CommandOutcome outcome, string refusal, Action<Quotation, JsonObject> compose)
    {
        using var document = Parse(outcome, refusal);
        JsonObject? answer = null;
        foreach (var size in ServiceLimits.Sizes)
        {
            var quotation = new Quotation(document.RootElement, size);
            answer = new JsonObject { ["source"] = Source(outcome, quotation) };
            compose(quotation, answer);
            answer["messages"] = Messages(outcome);
            answer["left_out"] = Cut(quotation.LeftOut);
            if (BytesOf(answer) <= ServiceLimits.MostAnswerBytes) return answer;
        }

        throw new ToolRefusal(ToolRefusal.TooLarge, "the answer is too large even when it is cut; name fewer files, or one process");
    }

    /// <summary>Bytes of the answer as it is sent.</summary>
    public static int BytesOf(JsonObject answer) => Encoding.UTF8.GetByteCount(answer.ToJsonString());

    /// <summary>The command of an answer, what it ended with, and the version that judged.</summary>
    public static JsonObject Source(CommandOutcome outcome, Quotation quotation) => new()
    {
        ["command"] = string.Join(' ', outcome.Arguments.Prepend("unpause").Select(Quoted)),
        ["exit_code"] = outcome.ExitCode,
        ["schema"] = Text(quotation, "/schema"),
        ["tool_version"] = Text(quotation, "/tool_version") ?? ToolServer.Version,
    };

    private static string? Text(Quotation quotation, string pointer) => quotation.Find(pointer)?.GetString();

    private static JsonArray Messages(CommandOutcome outcome)
    {
        var lines = outcome.Lines().ToList();
        JsonArray messages = [.. lines.Take(ServiceLimits.MostMessages).Select(line => (JsonNode)line)];
        if (lines.Count > messages.Count) messages.Add((JsonNode)$"… and {lines.Count - messages.Count} more");
        return messages;
    }

    /// <summary>Lists that were cut: as many as lists have items, and how many more.</summary>
    private static JsonArray Cut(JsonArray leftOut)
    {
        const int most = 12;
        var rest = leftOut.Count - most;
        while (leftOut.Count > most) leftOut.RemoveAt(leftOut.Count - 1);
        if (rest > 0)
        {
            leftOut.Add((JsonNode)new JsonObject
                { ["at"] = "", ["shown"] = most, ["of"] = most + rest, ["ask"] = "more lists were cut: run the command of source" });
        }

        return leftOut;
    }

    private static JsonDocument Parse(CommandOutcome outcome, string refusal)
    {
        if (outcome.Document.Length == 0)
            throw new ToolRefusal(outcome.ExitCode is 2 or 3 or 4 ? refusal : ToolRefusal.Failed, outcome.Reason());
        try
        {
            return JsonDocument.Parse(outcome.Document, new JsonDocumentOptions { MaxDepth = 128 });
        }
        catch (JsonException)
        {
            throw new ToolRefusal(ToolRefusal.Failed, $"unpause ended with exit code {outcome.ExitCode} before its document was complete");
        }
    }

    /// <summary>As a shell takes it, to copy.</summary>
    private static string Quoted(string word) => word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "/._-:=+,@".Contains(c))
        ? word
        : $"'{RecordedText.Shorten(word, ServiceLimits.MostPathChars).Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
