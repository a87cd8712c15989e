using System.Buffers;
using System.IO.Compression;

namespace Unpause.Reports.Html;

/// <summary>A page that <c>web/</c> builds, split where its elements are filled.</summary>
internal sealed class PageTemplate
{
    /// <summary>The start tag of the element whose content the script replaces.</summary>
    public const string Body = "<div id=\"page\">";

    /// <summary>The start tag of the element with the text for <c>Copy as Markdown</c>, as a JSON string.</summary>
    public const string Markdown = "<script id=\"unpause-markdown\" type=\"text/markdown\">";

    private PageTemplate(IReadOnlyList<ReadOnlyMemory<byte>> parts) => Parts = parts;

    /// <summary>The page before, between and after the contents of the elements to fill.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Parts { get; }

    /// <summary>Reads a page that is embedded in this assembly.</summary>
    /// <param name="resource">The name of the resource.</param>
    /// <param name="tags">The start tags of the elements to fill, in their order.</param>
    public static PageTemplate Read(string resource, params ReadOnlySpan<string> tags)
    {
        ReadOnlyMemory<byte> page = ReadResource(resource);
        var parts = new List<ReadOnlyMemory<byte>>();
        var start = 0;
        foreach (var tag in tags)
        {
            var end = EndOf(page, Encoding.UTF8.GetBytes(tag));
            parts.Add(page[start..end]);
            start = end;
        }

        parts.Add(page[start..]);
        return new(parts);
    }

    /// <summary>Writes text as a JSON string into an element for data.</summary>
    /// <param name="text">UTF-8.</param>
    public static void WriteText(ReadOnlySpan<byte> text, Stream output)
    {
        using var safe = new ScriptDataStream(output);
        using var json = new Utf8JsonWriter(safe);
        json.WriteStringValue(text);
    }

    private static byte[] ReadResource(string name)
    {
        using var resource = typeof(PageTemplate).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The assembly was built without {name}.");
        using var unpacked = new GZipStream(resource, CompressionMode.Decompress);
        using var page = new MemoryStream();
        unpacked.CopyTo(page);
        return page.ToArray();
    }

    private static int EndOf(ReadOnlyMemory<byte> page, ReadOnlySpan<byte> tag)
    {
        var start = page.Span.IndexOf(tag);
        if (start < 0 || page.Span[(start + 1)..].IndexOf(tag) >= 0)
        {
            throw new InvalidOperationException("A page must have exactly one element of each kind to fill.");
        }

        return start + tag.Length;
    }
}

/// <summary>
/// Writes JSON into an HTML script element. <c>&lt;</c>, <c>&gt;</c> and <c>&amp;</c> become JSON escapes: no text can then end
/// the element or open a comment in it (HTML, "restrictions for contents of script elements"). In JSON these bytes occur only
/// inside strings, whatever the writer's encoder lets through. The target stays open.
/// </summary>
internal sealed class ScriptDataStream(Stream target) : Stream
{
    private static readonly SearchValues<byte> Dangerous = SearchValues.Create("<>&"u8);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.IndexOfAny(Dangerous) is var at and >= 0)
        {
            target.Write(buffer[..at]);
            target.Write(Escape(buffer[at]));
            buffer = buffer[(at + 1)..];
        }

        target.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() => target.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private static ReadOnlySpan<byte> Escape(byte character) => character switch
    {
        (byte)'<' => "\\u003C"u8,
        (byte)'>' => "\\u003E"u8,
        _ => "\\u0026"u8,
    };
}
