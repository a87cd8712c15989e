using System.Text.Json;
using System.Text.Json.Serialization;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>A comparison as <c>unpause.comparison/1</c> (schema/unpause.comparison-1.schema.json).</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    WriteIndented = true,
    MaxDepth = 32)]
[JsonSerializable(typeof(ComparisonDocument))]
public sealed partial class ComparisonJson : JsonSerializerContext
{
    /// <summary>Writes it.</summary>
    /// <param name="comparison">What is compared.</param>
    /// <param name="output">Stays open.</param>
    public static void Write(ComparisonDocument comparison, Stream output)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
            Default.ComparisonDocumentSerializeHandler(json, comparison);
        output.WriteByte((byte)'\n');
    }
}
