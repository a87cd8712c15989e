using System.Net;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// Writes a document other than a report as one self-contained HTML file: the page that <c>web/</c> builds, with the document's JSON in an
/// inert element. Documents of a fleet have a page of their own. Readers without JavaScript see the text for terminals, which the script
/// replaces.
/// </summary>
public static class DocumentPage
{
    private static readonly string[] OfFleets = [FleetDocument.CurrentSchema, CanaryDocument.CurrentSchema];

    private static readonly Lazy<PageTemplate> Template = Read("Unpause.document.html"), FleetTemplate = Read("Unpause.fleet.html");

    /// <summary>Writes the page.</summary>
    /// <param name="json">Writes the document as JSON.</param>
    /// <param name="text">Writes it as plain text.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    /// <param name="markdown">Writes it as Markdown; null where the plain text stands for it.</param>
    public static void Write(Action<Stream> json, Action<Stream> text, Stream output, Action<Stream>? markdown = null)
    {
        using var document = JsonDocument.Parse(Written(json));
        var isFleet = document.RootElement.TryGetProperty("schema"u8, out var schema) && OfFleets.Contains(schema.GetString());
        var parts = (isFleet ? FleetTemplate : Template).Value.Parts;
        output.Write(parts[0].Span);
        var plain = Encoding.UTF8.GetString(Written(text).Span);
        output.Write(Encoding.UTF8.GetBytes($"<pre>{WebUtility.HtmlEncode(plain)}</pre>"));
        output.Write(parts[1].Span);
        using (var safe = new ScriptDataStream(output))
        using (var compact = new Utf8JsonWriter(safe))
        {
            document.WriteTo(compact);
        }

        output.Write(parts[2].Span);
        if (markdown is not null) PageTemplate.WriteText(Written(markdown).Span, output);
        output.Write(parts[3].Span);
    }

    private static Lazy<PageTemplate> Read(string resource) => new(() => PageTemplate.Read(
        resource, PageTemplate.Body, "<script id=\"unpause-document\" type=\"application/json\">", PageTemplate.Markdown));

    private static ReadOnlyMemory<byte> Written(Action<Stream> write)
    {
        using var buffer = new MemoryStream();
        write(buffer);
        return buffer.ToArray();
    }
}
