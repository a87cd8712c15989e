using System.Globalization;

namespace Unpause.Services.Mcp;

/// <summary>
/// Quotes a JSON document of unpause: <c>{"at": "/processes/0/stops/max_ms", "value": 538.4}</c>. <c>at</c> is the JSON pointer
/// (RFC 6901) in the document of the command that the answer names, so everybody can look the number up.
/// </summary>
internal sealed class Quotation(JsonElement document, QuoteSize size)
{
    private static readonly (string Suffix, string Unit)[] Units =
        [("_bytes_per_s", "bytes/s"), ("_per_s", "1/s"), ("_bytes", "bytes"), ("_ms", "ms"), ("_percent", "percent"), ("_s", "s")];

    private readonly JsonArray _leftOut = [];

    /// <summary>How much is quoted.</summary>
    public QuoteSize Size => size;

    /// <summary>What was left out: where, how many, and how to get it.</summary>
    public JsonArray LeftOut => _leftOut;

    /// <summary>The element at a place; null when there is none, or it is null.</summary>
    public JsonElement? Find(string pointer)
    {
        var at = document;
        foreach (var step in pointer.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            if (at.ValueKind == JsonValueKind.Object && at.TryGetProperty(step, out var member)) at = member;
            else if (at.ValueKind == JsonValueKind.Array
                && int.TryParse(step, NumberStyles.None, CultureInfo.InvariantCulture, out var index) && index < at.GetArrayLength())
            {
                at = at[index];
            }
            else
            {
                return null;
            }
        }

        return at.ValueKind == JsonValueKind.Null ? null : at;
    }

    /// <summary>How many items the list at a place has.</summary>
    public int Count(string pointer) => Find(pointer) is { ValueKind: JsonValueKind.Array } list ? list.GetArrayLength() : 0;

    /// <summary>The value at a place, or only some members of it. Null when there is none.</summary>
    public JsonObject? Quote(string pointer, params ReadOnlySpan<string> members)
    {
        if (Find(pointer) is not { } found) return null;
        if (members.IsEmpty || found.ValueKind != JsonValueKind.Object) return At(pointer, Copy(found, pointer));
        var part = new JsonObject();
        foreach (var member in members)
        {
            if (found.TryGetProperty(member, out var value)) part[member] = Copy(value, $"{pointer}/{member}");
        }

        return At(pointer, part);
    }

    /// <summary>The first items of a list, each quoted.</summary>
    /// <param name="ask">How to get those that are left out.</param>
    public JsonArray QuoteItems(string pointer, string ask, int most, params ReadOnlySpan<string> members)
    {
        var (count, quoted) = (Count(pointer), new JsonArray());
        most = Math.Min(most, size.Items);
        for (var index = 0; index < Math.Min(count, most); index++) quoted.Add((JsonNode?)Quote($"{pointer}/{index}", members));
        Omit(pointer, quoted.Count, count, ask);
        return quoted;
    }

    /// <summary>
    /// A number with its name, unit and basis, and the ends of its range where the document has them in <c>…_low</c> and <c>…_high</c>.
    /// Null when the document does not have it.
    /// </summary>
    /// <param name="basis">What it counts.</param>
    public JsonObject? Number(string name, string pointer, string basis)
    {
        if (Find(pointer) is not { ValueKind: JsonValueKind.Number } value) return null;
        var (stem, suffix, unit) = Unit(pointer);
        var number = new JsonObject
        {
            ["name"] = name, ["value"] = Copy(value, pointer), ["unit"] = unit, ["at"] = pointer,
            ["basis"] = RecordedText.Shorten(basis, 300),
        };
        if (Quote($"{stem}_low{suffix}") is { } low) number["low"] = low;
        if (Quote($"{stem}_high{suffix}") is { } high) number["high"] = high;
        return number;
    }

    /// <summary>Notes that a list was cut.</summary>
    public void Omit(string pointer, int shown, int count, string ask)
    {
        if (shown >= count) return;
        _leftOut.Add((JsonNode)new JsonObject { ["at"] = pointer, ["shown"] = shown, ["of"] = count, ["ask"] = ask });
    }

    private static (string Stem, string Suffix, string Unit) Unit(string pointer)
    {
        foreach (var (suffix, unit) in Units)
        {
            if (pointer.EndsWith(suffix, StringComparison.Ordinal)) return (pointer[..^suffix.Length], suffix, unit);
        }

        return (pointer, "", pointer.EndsWith("p_value", StringComparison.Ordinal) ? "probability" : "count");
    }

    private static JsonObject At(string pointer, JsonNode? value) => new() { ["at"] = pointer, ["value"] = value };

    private JsonNode? Copy(JsonElement value, string pointer)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                var copy = new JsonObject();
                foreach (var member in value.EnumerateObject())
                {
                    var name = RecordedText.Shorten(member.Name, size.Characters);
                    copy[name] = Copy(member.Value, $"{pointer}/{name}");
                }

                return copy;
            case JsonValueKind.Array:
                var items = new JsonArray();
                foreach (var item in value.EnumerateArray().Take(size.Items)) items.Add(Copy(item, $"{pointer}/{items.Count}"));
                Omit(pointer, items.Count, value.GetArrayLength(), "run the command of source");
                return items;
            case JsonValueKind.String:
                return JsonValue.Create(RecordedText.Shorten(value.GetString()!, size.Characters));
            default:
                // Numbers keep their digits.
                return JsonNode.Parse(value.GetRawText());
        }
    }
}
