namespace Unpause.Requests;

/// <summary>
/// What marks a span as a stream and not a request: it lasts as long as its listener stays, so its length is no latency.
/// By content type (<c>text/event-stream</c>), protocol (WebSocket), kind of call (streaming RPC) or waiting for messages.
/// Source: OpenTelemetry semantic conventions 1.x, HTTP, RPC and messaging spans; Micrometer's and OpenTracing's gRPC tags.
/// </summary>
internal static class StreamMarks
{
    /// <summary>Whether an attribute of this name can say so.</summary>
    public static bool IsKey(ReadOnlySpan<byte> name) => name.Length switch
    {
        8 => name.SequenceEqual("rpc.type"u8),
        10 => name.SequenceEqual("url.scheme"u8),
        11 => name.SequenceEqual("http.scheme"u8),
        13 => name.SequenceEqual("rpc.grpc.type"u8),
        16 => name.SequenceEqual("http.status_code"u8) || name.SequenceEqual("grpc.method_type"u8),
        17 => name.SequenceEqual("http.content_type"u8) || name.SequenceEqual("net.protocol.name"u8),
        19 => name.SequenceEqual("messaging.operation"u8),
        20 => name.SequenceEqual("rpc.grpc.method_type"u8),
        21 => name.SequenceEqual("network.protocol.name"u8),
        24 => name.SequenceEqual("messaging.operation.type"u8) || name.SequenceEqual("messaging.operation.name"u8),
        26 => name.SequenceEqual("http.response.content_type"u8),
        27 => name.SequenceEqual("http.request.header.upgrade"u8),
        25 => name.SequenceEqual("http.response.status_code"u8),
        33 => name.SequenceEqual("http.response.header.content-type"u8)
            || name.SequenceEqual("http.response.header.content_type"u8),
        _ => false,
    };

    /// <summary>Whether a value of such an attribute marks a stream.</summary>
    /// <param name="value">Its text, or a number's digits.</param>
    public static bool IsStream(ReadOnlySpan<byte> value) =>
        Begins(value, "text/event-stream"u8) || Begins(value, "multipart/x-mixed-replace"u8)
        || Is(value, "websocket"u8) || Is(value, "ws"u8) || Is(value, "wss"u8)
        || value.SequenceEqual("101"u8)
        || Ends(value, "streaming"u8) || Ends(value, "bidi_stream"u8) || Ends(value, "server_stream"u8) || Ends(value, "client_stream"u8)
        || Is(value, "receive"u8) || Is(value, "poll"u8);

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> lower) => System.Text.Ascii.EqualsIgnoreCase(text, lower);

    private static bool Begins(ReadOnlySpan<byte> text, ReadOnlySpan<byte> lower) =>
        text.Length >= lower.Length && Is(text[..lower.Length], lower);

    private static bool Ends(ReadOnlySpan<byte> text, ReadOnlySpan<byte> lower) =>
        text.Length >= lower.Length && Is(text[^lower.Length..], lower);
}
