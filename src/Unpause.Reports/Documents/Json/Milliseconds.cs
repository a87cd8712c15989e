using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents.Json;

/// <summary>A time that is in milliseconds in JSON, exact to the nanosecond.</summary>
/// <param name="Nanoseconds">The time.</param>
[JsonConverter(typeof(MillisecondsConverter))]
public readonly record struct Milliseconds(long Nanoseconds)
{
    /// <summary>Whether the time is too large to represent, so that this is a lower bound.</summary>
    public bool IsAtLeast => Nanoseconds == long.MaxValue;

    /// <summary>Wraps a known time; null for an unknown one.</summary>
    public static Milliseconds? FromNanoseconds(long? nanoseconds) => nanoseconds is { } known ? new Milliseconds(known) : null;

    /// <summary>Wraps a mean, rounded to the nanosecond; null for an unknown one.</summary>
    public static Milliseconds? FromNanoseconds(double? nanoseconds) =>
        nanoseconds is { } known ? new Milliseconds((long)Math.Round(known)) : null;
}

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
