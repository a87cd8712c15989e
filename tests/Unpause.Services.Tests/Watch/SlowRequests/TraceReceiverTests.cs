using System.Buffers.Binary;
using System.Text;
using Microsoft.AspNetCore.Http;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Traces;
using Unpause.Services.Watch.Web;

namespace Unpause.Services.Tests.Watch.SlowRequests;

public sealed class TraceReceiverTests : IDisposable
{
    private const string Protobuf = "application/x-protobuf";

    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-traces-").FullName;
    private readonly RingWatch _watch;
    private readonly TraceStore _store = new(TimeSpan.FromMinutes(10));
    private readonly SlowRequestWatch _requests;
    private readonly TraceReceiver _receiver;

    public TraceReceiverTests()
    {
        var settings = new WatchSettings { Ring = _ring, StretchSeconds = 60, SlowMs = 500 };
        _watch = new RingWatch(_ring, (_, _, _) => { });
        var judge = new Judge(_watch, new RingKeeper(settings, new ReportRunner("unpause")), settings, _ => { });
        _requests = new SlowRequestWatch(settings, _watch, judge);
        _receiver = new TraceReceiver(_store, _requests, new TraceJoin(_watch, TimeSpan.FromMinutes(1)));
    }

    public void Dispose()
    {
        _watch.Dispose();
        Directory.Delete(_ring, recursive: true);
    }

    [Fact]
    public async Task Spans_InProtobuf_AreTakenAndKeptAsTheyCame()
    {
        var body = Request(Span(seconds: 1, id: 1), Span(seconds: 0.1, id: 2));

        Assert.Equal((200, ""), await PostAsync(body, Protobuf));
        Assert.Equal((200, ""), await PostAsync(body, Protobuf));
        _store.CopyTo(_ring, DateTimeOffset.UtcNow - TimeSpan.FromMinutes(1));

        Assert.Equal(4, _store.Spans);
        Assert.Equal(2, _requests.Count.Slow);
        var kept = await File.ReadAllBytesAsync(Path.Combine(_ring, "traces.pb"), TestContext.Current.CancellationToken);
        Assert.Equal(body.Concat(body).ToArray(), kept);
    }

    [Theory]
    [InlineData("", Protobuf, 200)]
    [InlineData("no protobuf", Protobuf, 400)]
    [InlineData("{}", "application/json; charset=utf-8", 200)]
    [InlineData("{\"resourceSpans\":[]}", "application/json", 200)]
    [InlineData("{\"resourceSpans\":[", "application/json", 400)]
    [InlineData("start_ms,duration_ms\n1,2\n", "application/json", 400)]
    [InlineData("{}", "text/plain", 415)]
    [InlineData("{}", "", 415)]
    public async Task Body_OfAnyKind_IsAnsweredAsOtlpSays(string body, string type, int status) =>
        Assert.Equal(status, (await PostAsync(Encoding.UTF8.GetBytes(body), type)).Status);

    [Fact]
    public async Task Body_OfAnyBytes_NeitherFailsNorIsKept()
    {
        var random = new Random(5);
        var whole = Request(Span(seconds: 1, id: 1), Span(seconds: 2, id: 2));
        for (var i = 0; i < 500; i++)
        {
            var bytes = whole.ToArray();
            for (var n = 0; n < 3; n++) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            var (status, _) = await PostAsync(bytes[..random.Next(bytes.Length + 1)], Protobuf);
            Assert.True(status is 200 or 400, $"{status}");
        }

        var gzip = new byte[100];
        random.NextBytes(gzip);
        Assert.Equal(400, (await PostAsync(gzip, Protobuf, "gzip")).Status);
        Assert.Equal(400, (await PostAsync(gzip, Protobuf, "br")).Status);
    }

    private async Task<(int Status, string Body)> PostAsync(byte[] body, string type, string? encoding = null)
    {
        var context = new DefaultHttpContext();
        context.Request.Body = new MemoryStream(body);
        context.Request.ContentType = type;
        if (encoding is not null) context.Request.Headers.ContentEncoding = encoding;
        using var answer = new MemoryStream();
        context.Response.Body = answer;
        await _receiver.ReceiveAsync(context);
        return (context.Response.StatusCode, Encoding.UTF8.GetString(answer.ToArray()));
    }

    /// <summary>ExportTraceServiceRequest: resource_spans 1 { resource 1 { attributes 1 }, scope_spans 2 { spans 2 } }.</summary>
    private static byte[] Request(params byte[][] spans)
    {
        var service = Field(1, [.. Field(1, "service.name"u8), .. Field(2, Field(1, "orders"u8))]);
        return Field(1, [.. Field(1, service), .. Field(2, [.. spans.SelectMany(span => Field(2, span))])]);
    }

    private static byte[] Span(double seconds, byte id)
    {
        var end = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1_000_000;
        return
        [
            .. Field(1, [.. new byte[15], 7]), .. Field(2, [.. new byte[7], id]), .. Field(5, "GET /orders"u8), 6 << 3, 2,
            .. Fixed(7, end - (long)(seconds * 1e9)), .. Fixed(8, end),
        ];
    }

    private static byte[] Field(int number, ReadOnlySpan<byte> bytes)
    {
        var length = bytes.Length < 128 ? new[] { (byte)bytes.Length } : [(byte)(bytes.Length | 0x80), (byte)(bytes.Length >> 7)];
        return [(byte)((number << 3) | 2), .. length, .. bytes];
    }

    private static byte[] Fixed(int number, long value)
    {
        var bytes = new byte[9];
        bytes[0] = (byte)((number << 3) | 1);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(1), value);
        return bytes;
    }
}
