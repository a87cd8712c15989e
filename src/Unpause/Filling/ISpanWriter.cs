using System.Text.Json;

namespace Unpause.Filling;

/// <summary>Writes an added span in one JSON format, from its parent as it stands in the input.</summary>
internal interface ISpanWriter
{
    /// <summary>Writes one object.</summary>
    void Write(Utf8JsonWriter writer, JsonMembers parent, in FilledPause filled, PauseTags tags);
}
