namespace Unpause.Reports.Documents.Json;

/// <summary>The source-generated reader of the contract's JSON.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Metadata,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    RespectNullableAnnotations = true,
    MaxDepth = 32,
    Converters = [typeof(FiniteNumberConverter)])]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class ReportJson : JsonSerializerContext;

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
