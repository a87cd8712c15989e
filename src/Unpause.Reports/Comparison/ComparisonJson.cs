using System.Text.Json.Serialization;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>A comparison as <c>unpause.comparison/1</c> (schema/unpause.comparison-1.schema.json).</summary>
public static class ComparisonJson
{
    /// <summary>Writes a comparison.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(ComparisonDocument comparison, Stream output) =>
        IndentedJson.Write(output, comparison, ComparisonContractJson.Default.ComparisonDocument);
}

/// <summary>The source-generated writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ComparisonDocument))]
internal sealed partial class ComparisonContractJson : JsonSerializerContext;
