using System.Buffers.Binary;
using System.Globalization;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>A value of an item.</summary>
/// <param name="Key">The item's key.</param>
/// <param name="Value">The value as text; Zabbix converts it to the item's type.</param>
/// <param name="At">When it was measured.</param>
internal readonly record struct TrapperValue(string Key, string Value, DateTimeOffset At);

/// <summary>What Zabbix made of values.</summary>
/// <param name="Processed">Values that items took.</param>
/// <param name="Failed">Values without an enabled trapper item that takes them.</param>
internal readonly record struct TrapperAnswer(long Processed, long Failed);

/// <summary>
/// The messages of Zabbix's sender (https://www.zabbix.com/documentation/6.0/en/manual/appendix/protocols/zabbix_sender): <c>ZBXD</c>,
/// flags, the length of the JSON as 32 bits and 32 reserved ones, JSON. Neither packed nor large messages are used: Zabbix answers as it is
/// asked.
/// </summary>
internal static class TrapperProtocol
{
    /// <summary>Bytes before the JSON.</summary>
    public const int HeaderBytes = 13;

    private const byte Plain = 1;
    private const int FlagsAt = 4, LengthAt = 5;
    private const string FailedWord = "failed: ", ProcessedWord = "processed: ", Success = "success";

    /// <summary>Writes a message with values.</summary>
    /// <param name="host">What Zabbix calls the host of the items.</param>
    public static byte[] Request(string host, IEnumerable<TrapperValue> values, DateTimeOffset now)
    {
        using var output = new MemoryStream();
        output.Write(stackalloc byte[HeaderBytes]);
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartObject();
            json.WriteString("request", "sender data");
            json.WriteStartArray("data");
            foreach (var value in values)
            {
                json.WriteStartObject();
                json.WriteString("host", host);
                json.WriteString("key", value.Key);
                json.WriteString("value", value.Value);
                WriteTime(json, value.At);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            WriteTime(json, now);
            json.WriteEndObject();
        }

        var message = output.ToArray();
        "ZBXD"u8.CopyTo(message);
        message[FlagsAt] = Plain;
        BinaryPrimitives.WriteUInt32LittleEndian(message.AsSpan(LengthAt), (uint)(message.Length - HeaderBytes));
        return message;
    }

    /// <summary>The length of the JSON behind a header.</summary>
    /// <exception cref="DeliveryException">It is no header of such an answer.</exception>
    public static int AnswerLength(ReadOnlySpan<byte> header)
    {
        if (!header.StartsWith("ZBXD"u8)) throw new DeliveryException("the answer is not Zabbix's: is this the port of a server or proxy?");
        if (header[FlagsAt] != Plain) throw new DeliveryException($"the answer has the flags {header[FlagsAt]}, which were not asked for");
        var length = BinaryPrimitives.ReadUInt32LittleEndian(header[LengthAt..]);
        return length <= ServiceLimits.MostTrapperAnswerBytes
            ? (int)length
            : throw new DeliveryException($"an answer of {length} bytes is too large");
    }

    /// <summary>Reads an answer.</summary>
    /// <param name="sent">How many values were sent.</param>
    /// <exception cref="DeliveryException">The values were refused, or it is no such answer.</exception>
    public static TrapperAnswer Read(ReadOnlySpan<byte> json, int sent)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var document = JsonDocument.ParseValue(ref reader);
            var root = document.RootElement;
            var info = root.Text("info") ?? "";
            if (root.ValueKind == JsonValueKind.Object && root.Text("response") != Success)
                throw new DeliveryException($"it refused the values: {AlertText.One(info)}");
            if (Count(info, ProcessedWord) is { } processed && Count(info, FailedWord) is { } failed
                && processed <= sent && failed <= sent)
            {
                return new TrapperAnswer(processed, failed);
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The same as JSON without the counts.
        }

        throw new DeliveryException("the answer does not say how many values were taken");
    }

    private static void WriteTime(Utf8JsonWriter json, DateTimeOffset at)
    {
        json.WriteNumber("clock", at.ToUnixTimeSeconds());
        json.WriteNumber("ns", at.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick);
    }

    /// <summary>The number behind a word in <c>processed: 2; failed: 1; total: 3; seconds spent: 0.000055</c>.</summary>
    private static long? Count(string info, string word)
    {
        var at = info.IndexOf(word, StringComparison.Ordinal);
        if (at < 0) return null;
        var rest = info.AsSpan(at + word.Length);
        var end = rest.IndexOf(';');
        return long.TryParse(end < 0 ? rest : rest[..end], NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
    }
}
