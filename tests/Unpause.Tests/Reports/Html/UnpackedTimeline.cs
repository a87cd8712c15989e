using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Unpause.Tests.Reports.Html;

/// <summary>The timeline of a page with its long columns as arrays again, as the page reads it (web/src/data/packed.ts).</summary>
internal static class UnpackedTimeline
{
    public static JsonElement Read(byte[] bytes)
    {
        if (bytes[0] == '{') return JsonDocument.Parse(bytes).RootElement;
        var length = (int)BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(^8));
        var json = JsonNode.Parse(Encoding.UTF8.GetString(bytes.AsSpan(bytes.Length - 8 - length, length)))!;
        return JsonDocument.Parse(Unpack(json, bytes)!.ToJsonString()).RootElement;
    }

    private static JsonNode? Unpack(JsonNode? node, byte[] bytes) => node switch
    {
        JsonObject column when column.ContainsKey("count") && (column.ContainsKey("value") || column.ContainsKey("at"))
            => new JsonArray([.. Values(column, bytes).Select(value => value is { } known ? (JsonNode)JsonValue.Create(known) : null)]),
        JsonObject parts => new JsonObject(parts.Select(part => KeyValuePair.Create(part.Key, Unpack(part.Value, bytes)))),
        JsonArray list => new JsonArray([.. list.Select(item => Unpack(item, bytes))]),
        _ => node?.DeepClone(),
    };

    private static IEnumerable<decimal?> Values(JsonObject column, byte[] bytes)
    {
        var count = column["count"]!.GetValue<int>();
        if (column.ContainsKey("value")) return Enumerable.Repeat(column["value"]?.GetValue<decimal>(), count);
        var (at, width) = (column["at"]!.GetValue<int>(), column["width"]!.GetValue<int>());
        var (plus, times) = (column["plus"]!.GetValue<decimal>(), column["times"]!.GetValue<decimal>());
        return Enumerable.Range(0, count).Select(i => (ValueAt(bytes.AsSpan(at + (i * width)), width) + plus) * times);
    }

    private static decimal? ValueAt(ReadOnlySpan<byte> bytes, int width) => width switch
    {
        1 => (sbyte)bytes[0] is var one and not sbyte.MinValue ? one : null,
        2 => BinaryPrimitives.ReadInt16LittleEndian(bytes) is var two and not short.MinValue ? two : null,
        4 => BinaryPrimitives.ReadInt32LittleEndian(bytes) is var four and not int.MinValue ? four : null,
        _ => BinaryPrimitives.ReadDoubleLittleEndian(bytes) is var eight && double.IsNaN(eight) ? null : Exact(eight),
    };

    // The conversion to decimal keeps 15 digits.
    private static decimal Exact(double number) => number == Math.Floor(number) ? (long)number : (decimal)number;
}
