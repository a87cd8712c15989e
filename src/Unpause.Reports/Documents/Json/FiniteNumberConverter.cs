using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents.Json;

/// <summary>
/// Numbers of the contract are finite: a number too large for a double would be read as infinity, which JSON cannot represent.
/// </summary>
internal sealed class FiniteNumberConverter : JsonConverter<double>
{
    /// <inheritdoc/>
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Number && reader.TryGetDouble(out var value) && double.IsFinite(value)
            ? value
            : throw new JsonException("is no finite number");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
}
