using System.Text.Json;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

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
