namespace Unpause.Reports.Html;

/// <summary>
/// Explanations of the longest stops for the page, found by start and duration in microseconds: the lines of each, and what to type.
/// </summary>
internal static class ExplanationsJson
{
    /// <summary>Writes the property <c>explained</c>.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<StopExplanationDocument> stops)
    {
        json.WriteStartObject("explained");
        ColumnJson.Write(json, "start", stops.Count, i => ColumnJson.Microseconds(stops[i].StartMs?.Nanoseconds));
        ColumnJson.Write(json, "duration", stops.Count, i => ColumnJson.Microseconds(stops[i].DurationMs.Nanoseconds));
        WriteTexts(json, "what", stops.Select(stop => stop.What));
        WriteTexts(json, "why", stops.Select(stop => stop.Why));
        WriteTexts(json, "action", stops.Select(stop => stop.Action));
        WriteTexts(json, "who", stops.Select(stop => stop.Culprit?.Text ?? ""));
        WriteTexts(json, "cost", stops.Select(stop => stop.Victims?.Text ?? ""));
        WriteTexts(json, "setting", stops.Select(stop => stop.ActionSetting ?? ""));
        json.WriteEndObject();
    }

    private static void WriteTexts(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts) json.WriteStringValue(text);
        json.WriteEndArray();
    }
}
