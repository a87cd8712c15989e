using Unpause.Reports.Trends.Documents;

namespace Unpause.Reports.Trends;

/// <summary>A trend as <c>unpause.trend/1</c> (schema/unpause.trend-1.schema.json).</summary>
public static class TrendJson
{
    /// <summary>Writes a trend.</summary>
    /// <param name="trend">The trend.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(TrendDocument trend, Stream output) =>
        IndentedJson.Write(output, trend, TrendContractJson.Default.TrendDocument);
}

/// <summary>The source-generated writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(TrendDocument))]
internal sealed partial class TrendContractJson : JsonSerializerContext;
