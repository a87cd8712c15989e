using System.IO.Compression;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Traces;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// OTLP/HTTP for traces: <c>POST /v1/traces</c> as protobuf or JSON, bare or packed with gzip. Answers and failures are those of the
/// specification (opentelemetry-proto 1.x, docs/specification.md, OTLP/HTTP).
/// </summary>
internal sealed class TraceReceiver(TraceStore store, SlowRequestWatch requests, TraceJoin join)
{
    /// <summary>The path of the specification.</summary>
    public const string Path = "/v1/traces";

    private const string Protobuf = "application/x-protobuf", Json = "application/json";
    private const int GrpcInvalidArgument = 3, GrpcUnavailable = 14;

    private readonly SemaphoreSlim _free = new(ServiceLimits.MostTraceRequests);

    /// <summary>Takes a request.</summary>
    public async Task ReceiveAsync(HttpContext context)
    {
        var type = context.Request.ContentType?.Split(';')[0].Trim();
        if (type is not (Protobuf or Json))
        {
            const int Unsupported = StatusCodes.Status415UnsupportedMediaType;
            await FailAsync(context, Unsupported, $"use {Protobuf} or {Json}", isJson: true).ConfigureAwait(false);
            return;
        }

        var isJson = type == Json;
        if (!await _free.WaitAsync(0, context.RequestAborted).ConfigureAwait(false))
        {
            context.Response.Headers.RetryAfter = "1";
            await FailAsync(context, StatusCodes.Status503ServiceUnavailable, "too many requests at once", isJson).ConfigureAwait(false);
            return;
        }

        try
        {
            await TakeAsync(context, isJson).ConfigureAwait(false);
        }
        finally
        {
            _free.Release();
        }
    }

    private async Task TakeAsync(HttpContext context, bool isJson)
    {
        byte[]? body;
        try
        {
            body = await ReadAsync(context).ConfigureAwait(false);
        }
        catch (Exception e) when (e is InvalidDataException or BadHttpRequestException)
        {
            var status = e is BadHttpRequestException { StatusCode: var code } ? code : StatusCodes.Status400BadRequest;
            await FailAsync(context, status, "the body is too long, or not whole", isJson).ConfigureAwait(false);
            return;
        }

        if (body is null)
        {
            await FailAsync(context, StatusCodes.Status413PayloadTooLarge, "the body is too long", isJson).ConfigureAwait(false);
            return;
        }

        if (!IsEmpty(body) && !Take(body, isJson))
        {
            await FailAsync(context, StatusCodes.Status400BadRequest, "no traces can be read", isJson).ConfigureAwait(false);
            return;
        }

        context.Response.ContentType = isJson ? Json : Protobuf;
        // An ExportTraceServiceResponse without fields: all was taken.
        if (isJson) await context.Response.WriteAsync("{}", context.RequestAborted).ConfigureAwait(false);
    }

    private static bool IsEmpty(byte[] body) => body.Length == 0 || body.AsSpan().Trim(" \t\r\n"u8).SequenceEqual("{}"u8);

    /// <summary>Reads a body by the readers of files; archives and packed data, which they would read too, are no body.</summary>
    private bool Take(byte[] body, bool isJson)
    {
        var start = body.AsSpan(0, Math.Min(body.Length, Limits.DetectionBytes));
        if (isJson && !IsWhole(body)) return false;
        if (RequestLoader.FormatOf(start) != (isJson ? SpanFormats.OtlpJson : SpanFormats.OtlpProtobuf)) return false;
        var loaded = new RequestLoader(RequestOptions.Default).Load([new RecordingInput("traces", () => new MemoryStream(body))]);
        if (loaded.Unread.Any(unread => unread.Fault == InputFault.Damaged)) return false;
        foreach (var set in loaded.Sets)
        {
            var now = DateTimeOffset.UtcNow;
            store.Add(body, isJson, set.Spans.Count, now);
            requests.Take(set, 0);
            join.Take(set, now);
        }

        return true;
    }

    /// <summary>The reader of files takes what it can of a broken document; a sender is to learn that it is broken.</summary>
    private static bool IsWhole(byte[] body)
    {
        var reader = new Utf8JsonReader(body);
        try
        {
            while (reader.Read())
            {
                // Read throws where it is broken.
            }

            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static async Task<byte[]?> ReadAsync(HttpContext context)
    {
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
            limit.MaxRequestBodySize = ServiceLimits.MostTraceBodyBytes;
        var encoding = context.Request.Headers.ContentEncoding.ToString();
        if (encoding is not ("" or "identity" or "gzip")) throw new InvalidDataException($"{encoding} is not read");
        using var gzip = encoding == "gzip" ? new GZipStream(context.Request.Body, CompressionMode.Decompress, leaveOpen: true) : null;
        var stream = gzip ?? context.Request.Body;
        using var all = new MemoryStream();
        var block = new byte[64 * 1024];
        while (await stream.ReadAsync(block, context.RequestAborted).ConfigureAwait(false) is var read and > 0)
        {
            if (all.Length + read > ServiceLimits.MostTraceBytes) return null;
            all.Write(block, 0, read);
        }

        return all.ToArray();
    }

    /// <summary>A google.rpc.Status, in the client's own encoding.</summary>
    private static async Task FailAsync(HttpContext context, int status, string message, bool isJson)
    {
        var code = status == StatusCodes.Status503ServiceUnavailable ? GrpcUnavailable : GrpcInvalidArgument;
        context.Response.StatusCode = status;
        context.Response.ContentType = isJson ? Json : Protobuf;
        // Messages are short and plain: a length of one byte, and nothing to escape.
        byte[] body = isJson
            ? Encoding.UTF8.GetBytes($$"""{"code":{{code}},"message":"{{message}}"}""")
            : [0x08, (byte)code, 0x12, (byte)message.Length, .. Encoding.UTF8.GetBytes(message)];
        await context.Response.Body.WriteAsync(body, context.RequestAborted).ConfigureAwait(false);
    }
}
