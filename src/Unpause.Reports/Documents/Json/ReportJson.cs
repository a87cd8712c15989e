using System.Text.Json;
using System.Text.Json.Serialization;

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
