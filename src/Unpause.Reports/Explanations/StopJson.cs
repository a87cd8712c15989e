using System.Text.Json.Serialization;

namespace Unpause.Reports.Explanations;

/// <summary>The explanation of one pause as a document: <c>unpause.pause/1</c>. Times in ms.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(StopContract))]
public sealed partial class StopJson : JsonSerializerContext;

/// <summary>One pause.</summary>
/// <param name="Pause">Its explanation.</param>
public sealed record StopContract(StopExplanationDocument Pause)
{
    /// <summary>The schema of the document.</summary>
    [JsonPropertyOrder(-1)]
    public string Schema => "unpause.pause/1";
}
