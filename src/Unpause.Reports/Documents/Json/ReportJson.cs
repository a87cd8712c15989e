using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>How the contract's JSON is read, made from the records at compile time.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Metadata,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    RespectNullableAnnotations = true,
    MaxDepth = 32,
    Converters = [typeof(FiniteNumberConverter)])]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class ReportJson : JsonSerializerContext;
