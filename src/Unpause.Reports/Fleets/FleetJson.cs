using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>
/// The documents <c>unpause.fleet/1</c> (schema/unpause.fleet-1.schema.json) and <c>unpause.canary/1</c>
/// (schema/unpause.canary-1.schema.json).
/// </summary>
public static class FleetJson
{
    /// <summary>Writes answers.</summary>
    /// <param name="fleet">The answers.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(FleetDocument fleet, Stream output) =>
        IndentedJson.Write(output, fleet, FleetContractJson.Default.FleetDocument);

    /// <summary>Writes the verdict about a candidate.</summary>
    /// <param name="canary">The verdict.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(CanaryDocument canary, Stream output) =>
        IndentedJson.Write(output, canary, FleetContractJson.Default.CanaryDocument);

    /// <summary>Reads answers of the program beside this one.</summary>
    public static FleetDocument ReadFleet(Stream json) => JsonSerializer.Deserialize(json, FleetContractJson.Default.FleetDocument)!;

    /// <summary>Reads a verdict of the program beside this one.</summary>
    public static CanaryDocument ReadCanary(Stream json) => JsonSerializer.Deserialize(json, FleetContractJson.Default.CanaryDocument)!;
}

/// <summary>The source-generated reader and writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(FleetDocument))]
[JsonSerializable(typeof(CanaryDocument))]
internal sealed partial class FleetContractJson : JsonSerializerContext;
