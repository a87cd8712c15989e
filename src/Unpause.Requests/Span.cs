namespace Unpause.Requests;

/// <summary>A span of a trace.</summary>
/// <param name="TraceId">128-bit trace id; shorter ids are zero-extended.</param>
/// <param name="Id">64-bit span id.</param>
/// <param name="ParentId">The parent's id; 0 for a root.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="DurationNanoseconds">Its length; never negative.</param>
/// <param name="Name">Index into <see cref="RequestSet.Names"/>.</param>
/// <param name="Service">Index into <see cref="RequestSet.Services"/>; -1 when the source doesn't say.</param>
/// <param name="Kind">Server, client, internal …</param>
public readonly record struct Span(
    UInt128 TraceId,
    ulong Id,
    ulong ParentId,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    int Name,
    int Service,
    SpanKind Kind)
{
    /// <summary>Whether its attributes mark it as a stream, whose length depends on its listener.</summary>
    public bool Stream { get; init; }

    /// <summary>Wall time of its end.</summary>
    public long EndUnixNanoseconds => StartUnixNanoseconds + DurationNanoseconds;
}

/// <summary>The side of a call that a span shows, as OpenTelemetry numbers them.</summary>
public enum SpanKind : byte
{
    /// <summary>Not recorded.</summary>
    Unspecified = 0,

    /// <summary>Work inside a service.</summary>
    Internal = 1,

    /// <summary>Serving a call.</summary>
    Server = 2,

    /// <summary>Making a call.</summary>
    Client = 3,

    /// <summary>Sending a message.</summary>
    Producer = 4,

    /// <summary>Handling a message.</summary>
    Consumer = 5,
}

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
