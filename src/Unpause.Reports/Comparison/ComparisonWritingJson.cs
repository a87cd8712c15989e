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

/// <summary>A comparison as <c>unpause.comparison/1</c> (schema/unpause.comparison-1.schema.json).</summary>
public static class ComparisonJson
{
    /// <summary>Writes a comparison.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(ComparisonDocument comparison, Stream output)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
            ComparisonWritingJson.Write(json, comparison);
        output.WriteByte((byte)'\n');
    }
}
