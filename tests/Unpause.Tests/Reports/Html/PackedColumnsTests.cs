using System.Text.Json;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Html;

public class PackedColumnsTests
{
    /// <summary>Each row has one property that decides the form: width, sign, unknown values, a common factor, one number.</summary>
    public static TheoryData<string, long?, long?, long> Kinds => new()
    {
        { "bytes", -100, 127, 1 },
        { "two bytes", -32_767, 32_767, 1 },
        { "four bytes", -2_000_000_000, 2_147_483_647, 1 },
        { "eight bytes", -3_000_000_000, 1L << 52, 1 },
        { "a heap below 4 GiB", 3_000_000_001, 4_100_000_000, 1 },
        { "whole MiB", 0, 4000L << 20, 1 << 20 },
        { "the lowest numbers", -128, 0, 1 },
        { "one number", 7, 7, 1 },
        { "unknown", null, null, 1 },
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Column_OfManyValues_IsReadAsWritten(string kind, long? low, long? high, long step)
    {
        var random = new Random(kind.Length);
        var values = new long?[PackedColumns.Fewest + random.Next(500)];
        for (var i = 0; i < values.Length; i++)
            values[i] = low is { } from ? Math.Clamp(random.NextInt64(from, high!.Value + 1) / step * step, from, high.Value) : null;
        if (low != high) (values[3], values[4], values[5]) = (null, low, high);
        Assert.Equal(values, ValuesOf(Write((packed, json) => packed.Write(json, "x", values.Length, i => values[i]))));
        var differences = Write((packed, json) => packed.WriteDifferences(json, "x", values.Length, i => values[i]));
        Assert.Equal(DifferencesOf(values), ValuesOf(differences));
    }

    [Fact]
    public void Column_OfFewValues_IsJson()
    {
        var bytes = Write((packed, json) => packed.Write(json, "x", 3, i => i));
        Assert.Equal("{\"x\":[0,1,2]}"u8.ToArray(), bytes);
    }

    [Fact]
    public void Column_OfDecimals_KeepsThree()
    {
        var bytes = Write((packed, json) => packed.WriteDecimals(json, "x", 2000, i => i / 7.0));
        Assert.Equal(
            Enumerable.Range(0, 2000).Select(i => Math.Round(i / 7.0, 3)),
            UnpackedTimeline.Read(bytes).GetProperty("x").EnumerateArray().Select(value => value.GetDouble()));
    }

    private static byte[] Write(Action<PackedColumns, Utf8JsonWriter> write)
    {
        using var output = new MemoryStream();
        var packed = new PackedColumns(output);
        using var text = new MemoryStream();
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            write(packed, json);
            json.WriteEndObject();
        }

        packed.End(text.ToArray());
        return output.ToArray();
    }

    private static long?[] ValuesOf(byte[] bytes) =>
    [
        .. UnpackedTimeline.Read(bytes).GetProperty("x").EnumerateArray()
            .Select(value => value.ValueKind == JsonValueKind.Null ? (long?)null : (long)value.GetDecimal()),
    ];

    private static long?[] DifferencesOf(long?[] values)
    {
        var before = 0L;
        var differences = new long?[values.Length];
        for (var i = 0; i < values.Length; i++)
        {
            if (values[i] is not { } value) continue;
            differences[i] = value - before;
            before = value;
        }

        return differences;
    }
}
