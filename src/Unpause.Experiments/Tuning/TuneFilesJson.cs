using System.Text.Json.Serialization;

namespace Unpause.Experiments.Tuning;

/// <summary>How the processes of a trial pass results on.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(TrialEnd))]
[JsonSerializable(typeof(TrialReading))]
public sealed partial class TuneFilesJson : JsonSerializerContext;
