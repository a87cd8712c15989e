using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Tests.Watch.Zabbix;

/// <summary>What listens as Zabbix does, and answers what a test wants.</summary>
internal sealed class MadeTrapper : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();

    public MadeTrapper()
    {
        _listener.Start();
        Place = new ZabbixPlace("127.0.0.1", ((IPEndPoint)_listener.LocalEndpoint).Port, "web-1");
        _ = ServeAsync();
    }

    /// <summary>Where it listens.</summary>
    public ZabbixPlace Place { get; }

    /// <summary>The bytes of all messages.</summary>
    public ConcurrentQueue<byte[]> Messages { get; } = new();

    /// <summary>Bytes that answer a message with so many values; null: none, and the connection stays open.</summary>
    public Func<int, byte[]?> Answer { get; set; } = count => Framed(Info(count, 0));

    /// <summary>The values of all messages, by their keys.</summary>
    public ILookup<string, JsonElement> Values => Messages.SelectMany(message => Json(message).GetProperty("data").EnumerateArray())
        .ToLookup(value => value.GetProperty("key").GetString()!);

    /// <summary>A message's JSON.</summary>
    public static JsonElement Json(byte[] message) => JsonDocument.Parse(message.AsMemory(13)).RootElement;

    /// <summary>An answer of a real server.</summary>
    public static string Info(long processed, long failed)
    {
        var counts = $"processed: {processed}; failed: {failed}; total: {processed + failed}; seconds spent: 0.000055";
        return $$"""{"response":"success","info":"{{counts}}"}""";
    }

    /// <summary>A text with its header.</summary>
    public static byte[] Framed(string json, byte flags = 1, uint? length = null)
    {
        var body = Encoding.UTF8.GetBytes(json);
        var framed = new byte[13 + body.Length];
        "ZBXD"u8.CopyTo(framed);
        framed[4] = flags;
        BinaryPrimitives.WriteUInt32LittleEndian(framed.AsSpan(5), length ?? (uint)body.Length);
        body.CopyTo(framed, 13);
        return framed;
    }

    public void Dispose()
    {
        _stop.Cancel();
        _listener.Stop();
        _stop.Dispose();
    }

    private async Task ServeAsync()
    {
        var stop = _stop.Token;
        try
        {
            while (true) _ = ServeAsync(await _listener.AcceptTcpClientAsync(stop), stop);
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException or SocketException)
        {
            // The test has ended.
        }
    }

    private async Task ServeAsync(TcpClient client, CancellationToken stop)
    {
        using (client)
        {
            var stream = client.GetStream();
            var header = new byte[13];
            await stream.ReadExactlyAsync(header, stop);
            var body = new byte[BinaryPrimitives.ReadUInt32LittleEndian(header.AsSpan(5))];
            await stream.ReadExactlyAsync(body, stop);
            byte[] message = [.. header, .. body];
            var answer = Answer(Json(message).GetProperty("data").GetArrayLength());
            Messages.Enqueue(message);
            if (answer is null) await Task.Delay(Timeout.Infinite, stop).ContinueWith(_ => { }, TaskScheduler.Default);
            else await stream.WriteAsync(answer, stop);
        }
    }
}
