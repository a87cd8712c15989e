using System.Text.Json;
using Unpause.Requests;

namespace Unpause.Filling;

/// <summary>Writes an added span in one JSON format, from its parent as it stands in the input.</summary>
internal interface ISpanWriter
{
    /// <summary>Writes one object.</summary>
    /// <param name="writer">Gets it.</param>
    /// <param name="parent">The parent's members as they stand in the input.</param>
    /// <param name="service">The parent's service; null when the input doesn't say.</param>
    /// <param name="filled">The span to add.</param>
    /// <param name="tags">Its name and attributes.</param>
    void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags);
}
