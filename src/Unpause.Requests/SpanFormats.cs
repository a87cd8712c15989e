namespace Unpause.Requests;

/// <summary>The names of the formats of spans, and the attribute that marks spans which unpause itself added.</summary>
internal static class SpanFormats
{
    /// <summary>OpenTelemetry's protocol, binary.</summary>
    public const string OtlpProtobuf = "otlp-protobuf";

    /// <summary>OpenTelemetry's protocol as JSON.</summary>
    public const string OtlpJson = "otlp-json";

    public const string Jaeger = "jaeger";

    public const string Zipkin = "zipkin";

    /// <summary>The attribute of a span that unpause added to a trace: not work of the service.</summary>
    public const string GeneratedKey = "unpause.generated";

    /// <summary>The same as bytes.</summary>
    public static ReadOnlySpan<byte> GeneratedKeyBytes => "unpause.generated"u8;

    /// <summary>Whether a request format is of spans.</summary>
    public static bool Contains(string format) => format is OtlpProtobuf or OtlpJson or Jaeger or Zipkin;
}
