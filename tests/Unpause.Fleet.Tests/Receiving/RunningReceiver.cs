using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Unpause.Fleet.Receiving;

namespace Unpause.Fleet.Tests.Receiving;

/// <summary>A receiver on a free port, and a client of it.</summary>
internal sealed class RunningReceiver : IAsyncDisposable
{
    /// <summary>The token of a receiver that a test gives no others.</summary>
    public const string Token = "test-token";

    private readonly CancellationTokenSource _stop = new();
    private readonly HttpClient _client = new();
    private readonly ReportReceiver _receiver;
    private readonly Task _running;

    private RunningReceiver(ReceiverSettings settings, TaskCompletionSource<Uri> started)
    {
        _receiver = new(settings);
        _running = _receiver.RunAsync(address => started.TrySetResult(address), _stop.Token);
        _ = _running.ContinueWith(
            task => started.TrySetException(task.Exception!), default, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
    }

    public Uri Address { get; private set; } = null!;

    public static async Task<RunningReceiver> StartAsync(ReceiverSettings settings)
    {
        var started = new TaskCompletionSource<Uri>();
        var receiver = new RunningReceiver(settings, started);
        receiver.Address = await started.Task.WaitAsync(TimeSpan.FromSeconds(30));
        return receiver;
    }

    public static ReceiverSettings Settings(string folder, ReceiverTokens? tokens = null) =>
        new() { Listen = new(IPAddress.Loopback, FreePort.Find()), Folder = folder, Tokens = tokens ?? Tokens(Token) };

    /// <summary>Tokens, each with the pattern of its hosts behind it if it has one.</summary>
    public static ReceiverTokens Tokens(params string[] lines) => ReceiverTokens.Parse(
        [.. lines.Select(line => line.Split(' ')).Select(words => string.Join(' ', [HashOf(words[0]), .. words[1..]]))], "tokens");

    public static string HashOf(string token) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(token)));

    public static byte[] Report(string host, string text = "", string schema = "unpause.report/1", string day = "2026-11-01") =>
        JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, object>
        {
            ["schema"] = schema,
            ["verdict"] = text,
            ["processes"] = new object[]
            {
                new Dictionary<string, object>
                {
                    ["name"] = "orders",
                    ["source"] = new Dictionary<string, object>
                    {
                        ["settings"] = new Dictionary<string, string> { ["host"] = "not this", ["schema"] = "nor this" },
                        ["started_at"] = $"{day}T00:00:00.000Z",
                        ["identity"] = new Dictionary<string, object> { ["service"] = "orders", ["host"] = host },
                    },
                },
            },
        });

    public static byte[] Gzip(byte[] bytes)
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)) gzip.Write(bytes);
        return packed.ToArray();
    }

    /// <summary>Files that are kept, by their path below the folder, and what is left of what was not.</summary>
    public static List<string> Kept(string folder) =>
    [
        .. Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder, file))
            .Where(file => !file.EndsWith("-lock", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal),
    ];

    public async Task<HttpResponseMessage> PutAsync(
        string name, byte[] report, string? token = Token, string? origin = null, string? encoding = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(Address, $"/reports/{name}"));
        request.Content = new ByteArrayContent(report);
        if (token is not null) request.Headers.Authorization = new("Bearer", token);
        if (encoding is not null) request.Content.Headers.ContentEncoding.Add(encoding);
        if (origin is not null) request.Headers.TryAddWithoutValidation("Origin", origin);
        return await _client.SendAsync(request);
    }

    /// <summary>Begins to send a report, and does not go on.</summary>
    public async Task<TcpClient> StallAsync()
    {
        var socket = new TcpClient();
        await socket.ConnectAsync(Address.Host, Address.Port);
        await socket.GetStream().WriteAsync(
            Encoding.ASCII.GetBytes(
                $"PUT /reports/slow.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {Token}\r\nContent-Length: 1000\r\n\r\n{{"));
        return socket;
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _client.Dispose();
        _receiver.Dispose();
        _stop.Dispose();
    }
}
