using System.Text.Json;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>Writes an inserted span in one JSON format, based on its parent in the input.</summary>
internal interface ISpanWriter
{
    /// <summary>Writes one object.</summary>
    /// <param name="writer">The writer to write to.</param>
    /// <param name="parent">The parent's members in the input.</param>
    /// <param name="service">The parent's service; null when unknown.</param>
    /// <param name="filled">The span to insert.</param>
    /// <param name="tags">The name and attributes of the span.</param>
    void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags);
}
