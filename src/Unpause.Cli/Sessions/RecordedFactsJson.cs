using System.Text.Json.Serialization;

namespace Unpause.Cli.Sessions;

/// <summary>How <see cref="RecordedFacts"/> go from one process to the other.</summary>
[JsonSerializable(typeof(RecordedFacts))]
internal sealed partial class RecordedFactsJson : JsonSerializerContext;
