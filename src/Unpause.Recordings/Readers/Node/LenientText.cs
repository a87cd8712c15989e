using System.Text.Json;

namespace Unpause.Recordings.Readers.Node;

/// <summary>Texts of JSON whose bytes or escapes may be no valid text.</summary>
internal static class LenientText
{
    /// <summary>The text or name that a reader is at; what is no text in it is replaced.</summary>
    public static string Read(in Utf8JsonReader json)
    {
        if (!json.ValueIsEscaped) return Encoding.UTF8.GetString(json.ValueSpan);
        try
        {
            return json.GetString() ?? "";
        }
        catch (InvalidOperationException)
        {
            // Half of a surrogate pair, or bytes that are no UTF-8: there is no way to ask first.
            return Encoding.UTF8.GetString(json.ValueSpan);
        }
    }
}
