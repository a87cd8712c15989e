using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>The contract's JSON, made from the records at compile time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    RespectNullableAnnotations = true,
    MaxDepth = 32,
    Converters = [typeof(FiniteNumberConverter)])]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class ReportJson : JsonSerializerContext
{
    /// <summary>For people, with line ends and indentation.</summary>
    public static ReportJson Indented => LazyIndented.Value;

    // The generated part initialises Default: it must not be asked before.
    private static readonly Lazy<ReportJson> LazyIndented = new(MakeIndented);

    private static ReportJson MakeIndented() => new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });
}
