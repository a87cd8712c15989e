using System.Text.Json;
using System.Text.Json.Serialization;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>How a comparison's JSON is written: straight calls, made from the records at compile time.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    MaxDepth = 32)]
[JsonSerializable(typeof(ComparisonDocument))]
internal sealed partial class ComparisonWritingJson : JsonSerializerContext
{
    /// <summary>Writes a comparison.</summary>
    public static void Write(Utf8JsonWriter writer, ComparisonDocument comparison) =>
        Default.ComparisonDocumentSerializeHandler(writer, comparison);
}
