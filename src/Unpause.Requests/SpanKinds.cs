namespace Unpause.Requests;

/// <summary>Span kinds as formats write them.</summary>
internal static class SpanKinds
{
    /// <summary>Reads <c>server</c>, <c>SERVER</c>, <c>SPAN_KIND_SERVER</c> and the like.</summary>
    public static SpanKind Parse(ReadOnlySpan<byte> text)
    {
        const string prefix = "SPAN_KIND_";
        if (text.Length > prefix.Length && text.StartsWith("SPAN_KIND_"u8)) text = text[prefix.Length..];
        return text switch
        {
            _ when Is(text, "server"u8) => SpanKind.Server,
            _ when Is(text, "client"u8) => SpanKind.Client,
            _ when Is(text, "producer"u8) => SpanKind.Producer,
            _ when Is(text, "consumer"u8) => SpanKind.Consumer,
            _ when Is(text, "internal"u8) => SpanKind.Internal,
            _ => SpanKind.Unspecified,
        };
    }

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> lower) => System.Text.Ascii.EqualsIgnoreCase(text, lower);
}
