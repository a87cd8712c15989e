using System.Collections.Concurrent;
using System.Net;
using Unpause.Services.Tests.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Traces;

/// <summary>An OTLP/HTTP endpoint on loopback; Dispose ends it.</summary>
internal sealed class OtlpReceiver : IDisposable
{
    private readonly HttpListener _listener;

    public OtlpReceiver()
    {
        // A port that is free may be taken by another test before it is used.
        for (var left = 10; ; left--)
        {
            _listener = new HttpListener();
            Address = $"http://127.0.0.1:{FreePort.Find()}/";
            _listener.Prefixes.Add(Address);
            try
            {
                _listener.Start();
                break;
            }
            catch (HttpListenerException) when (left > 0)
            {
                _listener.Close();
            }
        }

        _ = TakeAsync();
    }

    public string Address { get; }

    /// <summary>Paths and bodies, in order.</summary>
    public ConcurrentQueue<(string Path, byte[] Body)> Taken { get; } = new();

    /// <summary>Answers to the next requests; then 200.</summary>
    public ConcurrentQueue<HttpStatusCode> Answers { get; } = new();

    /// <summary>The spans, in order: fields by their numbers.</summary>
    public List<List<(uint Number, ulong Value, byte[] Bytes)>> Spans() => Items("/v1/traces");

    /// <summary>The log records.</summary>
    public List<List<(uint Number, ulong Value, byte[] Bytes)>> Logs() => Items("/v1/logs");

    public void Dispose() => _listener.Close();

    /// <summary>Spans of a message, or its log records: the same fields lead to both.</summary>
    public static IEnumerable<List<(uint Number, ulong Value, byte[] Bytes)>> Items(byte[] message) => WireFields.Read(message)
        .SelectMany(resource => WireFields.Read(resource.Bytes).Where(field => field.Number == 2))
        .SelectMany(scope => WireFields.Read(scope.Bytes).Where(field => field.Number == 2))
        .Select(item => WireFields.Read(item.Bytes));

    /// <summary>The attributes of an item, of its fields of a number.</summary>
    public static Dictionary<string, object> Attributes(IEnumerable<(uint Number, ulong Value, byte[] Bytes)> item, uint number) => item
        .Where(field => field.Number == number).Select(field => WireFields.Read(field.Bytes))
        .ToDictionary(pair => System.Text.Encoding.UTF8.GetString(pair[0].Bytes), pair => Value(WireFields.Read(pair[1].Bytes)[0]));

    private static object Value((uint Number, ulong Value, byte[] Bytes) value) => value.Number switch
    {
        1 => System.Text.Encoding.UTF8.GetString(value.Bytes),
        2 => value.Value == 1,
        3 => (long)value.Value,
        _ => BitConverter.UInt64BitsToDouble(value.Value),
    };

    private List<List<(uint Number, ulong Value, byte[] Bytes)>> Items(string path) =>
        [.. Taken.Where(one => one.Path == path).SelectMany(one => Items(one.Body))];

    private async Task TakeAsync()
    {
        while (true)
        {
            try
            {
                var context = await _listener.GetContextAsync();
                using var body = new MemoryStream();
                await context.Request.InputStream.CopyToAsync(body);
                if (Answers.TryDequeue(out var status)) context.Response.StatusCode = (int)status;
                Taken.Enqueue((context.Request.Url!.AbsolutePath, body.ToArray()));
                context.Response.Close();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }
        }
    }
}
