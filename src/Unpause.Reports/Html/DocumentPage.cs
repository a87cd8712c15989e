using System.Net;

namespace Unpause.Reports.Html;

/// <summary>
/// Writes a cost model, reference cycles or a comparison as one self-contained HTML file: the page that <c>web/</c> builds, with the
/// document's JSON in an inert element. Readers without JavaScript see the text for terminals, which the script replaces.
/// </summary>
public static class DocumentPage
{
    private static readonly Lazy<PageTemplate> Template = new(() => PageTemplate.Read(
        "Unpause.document.html", PageTemplate.Body, "<script id=\"unpause-document\" type=\"application/json\">", PageTemplate.Markdown));

    /// <summary>Writes the page.</summary>
    /// <param name="json">Writes the document as JSON.</param>
    /// <param name="text">Writes it as plain text.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    /// <param name="markdown">Writes it as Markdown; null where the plain text stands for it.</param>
    public static void Write(Action<Stream> json, Action<Stream> text, Stream output, Action<Stream>? markdown = null)
    {
        var parts = Template.Value.Parts;
        output.Write(parts[0].Span);
        var plain = Encoding.UTF8.GetString(Written(text).Span);
        output.Write(Encoding.UTF8.GetBytes($"<pre>{WebUtility.HtmlEncode(plain)}</pre>"));
        output.Write(parts[1].Span);
        using (var safe = new ScriptDataStream(output))
        using (var compact = new Utf8JsonWriter(safe))
        using (var document = JsonDocument.Parse(Written(json)))
        {
            document.WriteTo(compact);
        }

        output.Write(parts[2].Span);
        if (markdown is not null) PageTemplate.WriteText(Written(markdown).Span, output);
        output.Write(parts[3].Span);
    }

    private static ReadOnlyMemory<byte> Written(Action<Stream> write)
    {
        using var buffer = new MemoryStream();
        write(buffer);
        return buffer.ToArray();
    }
}
