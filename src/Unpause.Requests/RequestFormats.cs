using Unpause.Requests.Columns;
using Unpause.Requests.Csv;
using Unpause.Requests.Jaeger;
using Unpause.Requests.Json;
using Unpause.Requests.LoadTests;
using Unpause.Requests.Logs;
using Unpause.Requests.Otlp;
using Unpause.Requests.Zipkin;

namespace Unpause.Requests;

/// <summary>The request formats that can be read, in the order in which they are tried: the stricter recogniser first.</summary>
internal static class RequestFormats
{
    // A log may have other lines between its requests: uvicorn adds a line of its own to each, at the start some more.
    private const int LinesToARequest = 10;

    public static IReadOnlyList<RequestFormat> All { get; } =
    [
        new("zstd", true, IsZstandard, null, "compressed with zstd, which unpause does not read: unpack it first (zstd -d)"),
        .. RequestRefusals.Binary,
        new(SpanFormats.OtlpProtobuf, true, OtlpProtobufReader.Recognises, (builder, _) => new OtlpProtobufReader(builder)),
        new(SpanFormats.OtlpJson, false, OtlpJsonReader.Recognises, (builder, _) => new OtlpJsonReader(builder)),
        // Before Jaeger, whose operationName Azure's records have too.
        .. NamedLayouts.Json.Select(Json),
        new(SpanFormats.Jaeger, false, JaegerReader.Recognises, (builder, _) => new JaegerReader(builder)),
        new(SpanFormats.Zipkin, false, ZipkinReader.Recognises, (builder, _) => new ZipkinReader(builder)),
        new("k6", false, K6JsonReader.Recognises, (builder, _) => new K6JsonReader(builder)),
        .. RequestRefusals.Json,
        new("json", false, block => JsonLogReader.Recognises(block), (builder, options) => new JsonLogReader(builder, options)),
        Lines("k6", _ => new K6CsvLine()),
        Lines("iis", options => new W3cLogLine(options.DurationUnit)),
        Lines("haproxy", _ => new HaproxyLogLine()),
        Lines("aws-load-balancer", _ => new AwsLoadBalancerLine()),
        Lines("envoy", _ => new EnvoyLogLine()),
        Lines("vegeta", _ => new VegetaCsvLine()),
        Lines("gatling", _ => new GatlingLogLine()),
        new("jmeter", false, JmeterXmlLine.Recognises, (builder, _) => new LogReader(new JmeterXmlLine(), builder)),
        Lines("gin", _ => new GinLine()),
        Lines("chi", _ => new ChiLine()),
        Lines("rails", _ => new RailsLine()),
        Lines("aspnet-core", _ => new AspNetLine()),
        Lines("traefik", _ => new TimedTextLine(traefik: true)),
        .. NamedLayouts.Lines.Select(layout => Lines(layout.Format, options => new KeyValueLine(options, layout))),
        new("key-value", false, block => LogReader.Recognises(new KeyValueLine(RequestOptions.Default), block, LinesToARequest),
            (builder, options) => new LogReader(new KeyValueLine(options), builder)),
        Lines("access-log", _ => new TimedTextLine(traefik: false)),
        Lines("nginx", _ => new AccessLogLine(AccessLogKind.Nginx)),
        Lines("gunicorn", _ => new AccessLogLine(AccessLogKind.Gunicorn)),
        Lines("apache", _ => new AccessLogLine(AccessLogKind.Apache)),
        Lines("access-log", options => new AccessLogLine(AccessLogKind.Whole, options.DurationUnit)),
        .. RequestRefusals.Texts,
        .. NamedLayouts.Tables.Select(layout => Table(layout.Format)),
        Table("locust"),
        Lines("csv", options => new CsvLine(options)),
    ];

    /// <summary>Those that can be read where it is known when they began, and are refused otherwise.</summary>
    private static IReadOnlyList<RequestFormat> OwnClocks { get; } =
        [.. NamedLayouts.OwnClocks.Select(layout => Table(layout.Format, RequestOptions.Default with { BeganUnixNanoseconds = 0 }))];

    /// <summary>The format of an input's first block; null when none is recognised.</summary>
    public static RequestFormat? AtStart(ReadOnlySpan<byte> block, RequestOptions options) => Find(block, options, inside: false);

    /// <summary>The text format of a later block.</summary>
    public static RequestFormat? Inside(ReadOnlySpan<byte> block, RequestOptions options) => Find(block, options, inside: true);

    private static RequestFormat? Find(ReadOnlySpan<byte> block, RequestOptions options, bool inside)
    {
        if (!inside && options.BeganUnixNanoseconds is not null)
        {
            foreach (var format in OwnClocks)
            {
                if (format.Recognises(block)) return format;
            }
        }

        if (options.LogFormat is { } layout && !JsonRecognition.MayBeJson(block)) return Formatted(layout);
        foreach (var format in All)
        {
            if (!(inside && format.Binary) && format.Recognises(block)) return format;
        }

        return null;
    }

    private static RequestFormat Formatted(LogFormat layout) =>
        new("log", false, _ => true, (builder, options) => new LogReader(new FormattedLine(layout, options), builder));

    private static RequestFormat Json(NamedLayout layout) => new(
        layout.Format,
        false,
        block => JsonLogReader.Recognises(block, layout),
        (builder, options) => new JsonLogReader(builder, options, layout));

    private static RequestFormat Table(string name, RequestOptions? recognised = null) => new(
        name,
        false,
        block =>
        {
            var line = new CsvLine(recognised ?? RequestOptions.Default);
            return LogReader.Recognises(line, block) && line.Format == name;
        },
        (builder, options) => new LogReader(new CsvLine(options), builder));

    private static RequestFormat Lines(string name, Func<RequestOptions, ILogLine> create) => new(
        name,
        false,
        block => LogReader.Recognises(create(RequestOptions.Default), block),
        (builder, options) => new LogReader(create(options), builder));

    private static bool IsZstandard(ReadOnlySpan<byte> block) =>
        block.StartsWith<byte>([0x28, 0xb5, 0x2f, 0xfd]) || (block.Length > 8 && block[4..].StartsWith<byte>([0x28, 0xb5, 0x2f, 0xfd]));
}

/// <summary>One row of the table of request formats.</summary>
/// <param name="Name">The name in <see cref="RequestSet.Format"/>.</param>
/// <param name="Binary">Recognised at the input's start only; text formats in any block of it.</param>
/// <param name="Recognises">As in <see cref="RecordingFormat.Recognises"/>.</param>
/// <param name="CreateReader">Makes the reader; null for content that is known but contains no requests.</param>
/// <param name="Refusal">For such content: a sentence that explains what it is and what to give instead.</param>
internal sealed record RequestFormat(
    string Name,
    bool Binary,
    RecognisesBlock Recognises,
    Func<RequestSetBuilder, RequestOptions, IRequestReader>? CreateReader,
    string? Refusal = null);

/// <summary>
/// Turns the bytes of one format into requests or spans, in one forward pass. It never throws on content: what it
/// does not understand it counts in the set's coverage. Created for one input, used once.
/// </summary>
internal interface IRequestReader
{
    /// <summary>Reads to the end of the stream.</summary>
    /// <param name="stream">The bytes, forward only, already unpacked.</param>
    /// <param name="linesBefore">Lines of the input before the stream's position.</param>
    void Read(Stream stream, long linesBefore);
}

/// <summary>The names of the formats of spans, and the attribute that marks spans which unpause itself added.</summary>
public static class SpanFormats
{
    /// <summary>OpenTelemetry's protocol, binary.</summary>
    public const string OtlpProtobuf = "otlp-protobuf";

    /// <summary>OpenTelemetry's protocol as JSON.</summary>
    public const string OtlpJson = "otlp-json";

    public const string Jaeger = "jaeger";

    public const string Zipkin = "zipkin";

    /// <summary>The attribute of a span that unpause added to a trace: not work of the service.</summary>
    public const string GeneratedKey = "unpause.generated";

    /// <summary>Attributes of such a span: the runtime, the generation, why it collected, and how long the parent was in it.</summary>
    public const string RuntimeKey = "gc.runtime", GenerationKey = "gc.generation", CauseKey = "gc.cause", OverlapKey = "gc.overlap_ms";

    /// <summary><see cref="GeneratedKey"/> as bytes.</summary>
    public static ReadOnlySpan<byte> GeneratedKeyBytes => "unpause.generated"u8;

    /// <summary>Whether a request format is of spans.</summary>
    public static bool Contains(string format) => format is OtlpProtobuf or OtlpJson or Jaeger or Zipkin;
}
