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
    private const string LocustSentence = "Locust's statistics are aggregates and hold no single request; write one line a request with a "
        + "listener (start_time,response_time,name) and give that";
    private const string NoTimeSentence = "an access log whose lines have no request time: add $msec and $request_time to nginx's "
        + "log_format, or %D to Apache's LogFormat, or say the layout with --log-format";

    /// <summary>The table.</summary>
    public static IReadOnlyList<RequestFormat> All { get; } =
    [
        new("zstd", true, IsZstandard, null, "compressed with zstd, which is not read: unpack it first (zstd -d)"),
        new(SpanFormats.OtlpProtobuf, true, OtlpProtobufReader.Recognises, (builder, _) => new OtlpProtobufReader(builder)),
        new(SpanFormats.OtlpJson, false, OtlpJsonReader.Recognises, (builder, _) => new OtlpJsonReader(builder)),
        new(SpanFormats.Jaeger, false, JaegerReader.Recognises, (builder, _) => new JaegerReader(builder)),
        new(SpanFormats.Zipkin, false, ZipkinReader.Recognises, (builder, _) => new ZipkinReader(builder)),
        new("k6", false, K6JsonReader.Recognises, (builder, _) => new K6JsonReader(builder)),
        new("json", false, JsonLogReader.Recognises, (builder, options) => new JsonLogReader(builder, options)),
        Lines("k6", _ => new K6CsvLine()),
        Lines("iis", _ => new W3cLogLine()),
        Lines("envoy", _ => new EnvoyLogLine()),
        Lines("nginx", options => new AccessLogLine(apache: false, options.DurationUnit)),
        Lines("apache", options => new AccessLogLine(apache: true, options.DurationUnit)),
        new("access-log", false, HasAccessLogLayout, null, NoTimeSentence),
        new("locust", false, IsLocustStatistics, null, LocustSentence),
        new("locust", false, IsLocustRequests, (builder, options) => new LogReader(new CsvLine(options), builder)),
        Lines("csv", options => new CsvLine(options)),
    ];

    /// <summary>The format of an input's first block; null when none is recognised.</summary>
    public static RequestFormat? AtStart(ReadOnlySpan<byte> block, RequestOptions options) => Find(block, options, inside: false);

    /// <summary>The text format of a later block.</summary>
    public static RequestFormat? Inside(ReadOnlySpan<byte> block, RequestOptions options) => Find(block, options, inside: true);

    private static RequestFormat? Find(ReadOnlySpan<byte> block, RequestOptions options, bool inside)
    {
        if (options.LogFormat is { } layout && !JsonRecognition.MayBeJson(block)) return Formatted(layout);
        foreach (var format in All)
        {
            if (!(inside && format.Binary) && format.Recognises(block)) return format;
        }

        return null;
    }

    private static RequestFormat Formatted(LogFormat layout) =>
        new("log", false, _ => true, (builder, options) => new LogReader(new FormattedLine(layout, options), builder));

    private static RequestFormat Lines(string name, Func<RequestOptions, ILogLine> create) => new(
        name,
        false,
        block => LogReader.Recognises(create(RequestOptions.Default), block),
        (builder, options) => new LogReader(create(options), builder));

    private static bool IsZstandard(ReadOnlySpan<byte> block) =>
        block.StartsWith<byte>([0x28, 0xb5, 0x2f, 0xfd]) || (block.Length > 8 && block[4..].StartsWith<byte>([0x28, 0xb5, 0x2f, 0xfd]));

    private static bool HasAccessLogLayout(ReadOnlySpan<byte> block)
    {
        var end = block.IndexOf((byte)'\n');
        return new AccessLogLine(apache: false, null).HasLayout(end < 0 ? block : block[..end]);
    }

    /// <summary>The headers of locust --csv: statistics, their history, failures, exceptions.</summary>
    private static bool IsLocustStatistics(ReadOnlySpan<byte> block) =>
        block.StartsWith("Type,Name,Request Count,"u8) || block.StartsWith("Timestamp,User Count,Type,Name,"u8)
        || block.StartsWith("Method,Name,Error,Occurrences"u8) || block.StartsWith("Count,Message,Traceback,Nodes"u8);

    private static bool IsLocustRequests(ReadOnlySpan<byte> block)
    {
        var line = new CsvLine(RequestOptions.Default);
        return LogReader.Recognises(line, block) && line.IsLocust;
    }
}
