namespace Unpause.Reports.Documents.Json;

/// <summary>
/// The source-generated writer of the contract's JSON, with straight calls. The metadata of <see cref="ReportJson"/> could write too, but
/// would look at every record of the contract before the first byte.
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
