namespace Unpause.Services.Watch.Judging;

/// <summary>What <c>unpause report</c> says of a kept ring, in its own words.</summary>
/// <param name="Sentence">The verdict.</param>
internal sealed record Verdict(string Sentence)
{
    /// <summary>The longest stop with its explanation; null where there is none.</summary>
    public string? LongestStop { get; init; }

    /// <summary>The first finding's title; null without one.</summary>
    public string? Cause { get; init; }

    /// <summary>Its id, for <c>unpause explain</c>.</summary>
    public string? CauseId { get; init; }

    /// <summary>What to change.</summary>
    public string? Change { get; init; }

    /// <summary>The exact setting or code of it.</summary>
    public string? Setting { get; init; }

    /// <summary>Slow requests, and how many of them are because of GC; null without requests.</summary>
    public RequestFigures? Requests { get; init; }

    /// <summary>The p99 with and without GC in milliseconds; null without requests.</summary>
    public (double? With, double? Without)? P99Ms { get; init; }

    /// <summary>Reads a report's JSON; null where it is none.</summary>
    public static Verdict? Read(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var document = JsonDocument.ParseValue(ref reader);
            var root = document.RootElement;
            var finding = First(root, "findings");
            var advice = finding is { } found ? First(found, "advice") : null;
            var process = First(root, "processes");
            var longest = process is { } one && one.TryGetProperty("explanations", out var stops) ? First(stops) : null;
            return new Verdict(Text(root, "verdict") ?? "")
            {
                Cause = finding is { } a ? Text(a, "title") : null,
                CauseId = finding is { } b ? Text(b, "id") : null,
                Change = advice is { } c ? Text(c, "text") : null,
                Setting = advice is { } d ? Text(d, "setting") ?? Text(d, "code") : null,
                LongestStop = longest is { } e ? string.Join(": ", new[] { Text(e, "what"), Text(e, "why") }.OfType<string>()) : null,
                Requests = RequestsOf(root),
                P99Ms = PercentilesOf(root),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static RequestFigures? RequestsOf(JsonElement root) =>
        root.TryGetProperty("requests", out var requests) && requests.ValueKind == JsonValueKind.Object
            ? new RequestFigures(
                (long)(Number(requests, "slow") ?? 0),
                (long?)Number(requests, "slow_because_of_gc"),
                (long?)Number(requests, "slow_because_of_gc_low"),
                (long?)Number(requests, "slow_because_of_gc_high"),
                Number(requests, "p_value"),
                Text(requests, "verdict"))
            : null;

    private static (double?, double?)? PercentilesOf(JsonElement root) =>
        root.TryGetProperty("requests", out var requests) && requests.ValueKind == JsonValueKind.Object
            ? (Number(requests, "p99_ms"), requests.TryGetProperty("without_gc", out var without) ? Number(without, "p99_ms") : null)
            : null;

    private static JsonElement? First(JsonElement of, string name) => of.TryGetProperty(name, out var list) ? First(list) : null;

    private static JsonElement? First(JsonElement list) =>
        list.ValueKind == JsonValueKind.Array && list.GetArrayLength() > 0 ? list[0] : null;

    private static string? Text(JsonElement of, string name) =>
        of.ValueKind == JsonValueKind.Object && of.TryGetProperty(name, out var text) && text.ValueKind == JsonValueKind.String
            ? text.GetString()
            : null;

    private static double? Number(JsonElement of, string name) =>
        of.ValueKind == JsonValueKind.Object && of.TryGetProperty(name, out var number) && number.ValueKind == JsonValueKind.Number
            ? number.GetDouble()
            : null;
}

/// <summary>What a report says of slow requests.</summary>
/// <param name="Slow">How many there are.</param>
/// <param name="BecauseOfGc">How many would not be slow without pauses; null when that is not significant.</param>
/// <param name="Low">The fewest.</param>
/// <param name="High">The most.</param>
/// <param name="PValue">Of the overlap of pauses and slow requests.</param>
/// <param name="Sentence">The attribution in one sentence.</param>
internal sealed record RequestFigures(long Slow, long? BecauseOfGc, long? Low, long? High, double? PValue, string? Sentence);
