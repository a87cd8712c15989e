using System.Text.Json.Serialization;

namespace Unpause.Experiments.Tuning;

/// <summary>How the files of <c>tune</c> are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(TrialEnd))]
[JsonSerializable(typeof(TrialLine))]
[JsonSerializable(typeof(TuneHeader))]
[JsonSerializable(typeof(TrialReading))]
internal sealed partial class TuneFilesJson : JsonSerializerContext;
