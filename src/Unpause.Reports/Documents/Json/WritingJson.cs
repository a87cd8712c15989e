using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>
/// How the contract's JSON is written: straight calls, made from the records at compile time. Metadata as of
/// <see cref="ReportJson"/> could write too, but every record of the contract is looked at before the first byte.
/// </summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    MaxDepth = 32)]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class WritingJson : JsonSerializerContext
{
    /// <summary>Writes a document.</summary>
    public static void Write(Utf8JsonWriter writer, ReportDocument document) =>
        Default.ReportDocumentSerializeHandler(writer, document);
}
