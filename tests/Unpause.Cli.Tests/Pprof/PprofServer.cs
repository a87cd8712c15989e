using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Unpause.Cli.Tests.Pprof;

/// <summary>A server on loopback that gives one answer to each question, by its path, and remembers what it was asked.</summary>
internal sealed class PprofServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<string, (string Head, byte[] Body)> _answer;

    public PprofServer(Func<string, (string Head, byte[] Body)> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = Task.Run(Serve);
    }

    public string Host => $"127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    /// <summary>Each request as it came.</summary>
    public ConcurrentQueue<string> Asked { get; } = new();

    /// <summary>An answer with a status and headers.</summary>
    public static (string Head, byte[] Body) Status(string status, string body = "") =>
        ($"HTTP/1.1 {status}\r\n", Encoding.UTF8.GetBytes(body));

    /// <summary>A good answer.</summary>
    public static (string Head, byte[] Body) Good(byte[] body) => ("HTTP/1.1 200 OK\r\n", body);

    public void Dispose() => _listener.Stop();

    private async Task Serve()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync();
                await Answer(client.GetStream());
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or IOException)
        {
            // The test has ended, or the client hung up.
        }
    }

    private async Task Answer(NetworkStream stream)
    {
        var text = new StringBuilder();
        var buffer = new byte[4096];
        while (!text.ToString().Contains("\r\n\r\n", StringComparison.Ordinal))
        {
            var read = await stream.ReadAsync(buffer);
            if (read == 0) return;
            text.Append(Encoding.ASCII.GetString(buffer, 0, read));
        }

        Asked.Enqueue(text.ToString());
        var (head, body) = _answer(text.ToString().Split(' ')[1]);
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"{head}Content-Length: {body.Length}\r\nConnection: close\r\n\r\n"));
        await stream.WriteAsync(body);
    }
}
