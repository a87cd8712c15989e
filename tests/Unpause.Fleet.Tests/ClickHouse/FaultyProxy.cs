using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>What a <see cref="FaultyProxy"/> does with requests.</summary>
internal enum ProxyFault
{
    None,
    Refuse,
    Error500,
    Hang,

    /// <summary>Pass the request on, and end the connection instead of answering, each second time.</summary>
    LoseAnswers,
}

/// <summary>A server in front of another one, with faults.</summary>
internal sealed class FaultyProxy : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _target;
    private readonly List<TcpClient> _open = [];
    private int _answers;

    public FaultyProxy(int target)
    {
        _target = target;
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _ = Task.Run(AcceptAsync);
    }

    public int Port { get; }

    public ProxyFault Fault { get; private set; }

    public void Set(ProxyFault fault)
    {
        Fault = fault;
        lock (_open)
        {
            foreach (var one in _open) one.Dispose();
            _open.Clear();
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        Set(ProxyFault.Refuse);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true) _ = ServeAsync(await _listener.AcceptTcpClientAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The proxy ended.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        lock (_open) _open.Add(client);
        try
        {
            switch (Fault)
            {
                case ProxyFault.Refuse:
                    client.LingerState = new(true, 0);
                    client.Dispose();
                    return;
                case ProxyFault.Hang:
                    return;
                case ProxyFault.Error500:
                    var answer = "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\nConnection: close\r\n\r\nsick"u8.ToArray();
                    #pragma warning disable CA2022 // Any part of the request is enough.
                    _ = await client.GetStream().ReadAsync(new byte[1 << 20]);
                    #pragma warning restore CA2022
                    await client.GetStream().WriteAsync(answer);
                    client.Client.Shutdown(SocketShutdown.Send);
                    return;
            }

            using var server = new TcpClient();
            await server.ConnectAsync(IPAddress.Loopback, _target);
            await Task.WhenAny(client.GetStream().CopyToAsync(server.GetStream()), AnswerAsync(server, client));
            client.Dispose();
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            client.Dispose();
        }
    }

    private async Task AnswerAsync(TcpClient server, TcpClient client)
    {
        var block = new byte[1 << 16];
        while (await server.GetStream().ReadAsync(block) is > 0 and var count)
        {
            var isStart = Encoding.ASCII.GetString(block, 0, Math.Min(4, count)) == "HTTP";
            if (Fault == ProxyFault.LoseAnswers && isStart && Interlocked.Increment(ref _answers) % 2 == 0)
            {
                client.Dispose();
                return;
            }

            await client.GetStream().WriteAsync(block.AsMemory(0, count));
        }
    }
}
