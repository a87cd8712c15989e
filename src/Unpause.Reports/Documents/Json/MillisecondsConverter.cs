using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents.Json;

/// <summary>Writes nanoseconds as milliseconds without rounding, and reads them back.</summary>
internal sealed class MillisecondsConverter : JsonConverter<Milliseconds>
{
    private const decimal NanosecondsInOne = 1_000_000m;

    /// <inheritdoc/>
    public override Milliseconds Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.Number || !reader.TryGetDecimal(out var milliseconds))
        {
            throw new JsonException("is no time in milliseconds");
        }

        if (Math.Abs(milliseconds) > long.MaxValue / NanosecondsInOne) throw new JsonException("is longer than 292 years");
        return new Milliseconds((long)Math.Round(milliseconds * NanosecondsInOne));
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Milliseconds value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value.Nanoseconds / NanosecondsInOne);
}
