using System.Net.Sockets;
using System.Text;

namespace WebProgram;

/// <summary>One HTTP/1.1 connection to the service itself, which asks for one thing again and again.</summary>
internal sealed class Connection : IDisposable
{
    private readonly TcpClient _client;
    private readonly NetworkStream _stream;
    private readonly byte[] _request, _answer = new byte[4096];

    /// <param name="address">The service.</param>
    /// <param name="request">What to ask for: <c>GET /plain</c>.</param>
    public Connection(Uri address, string request)
    {
        _client = new TcpClient(address.Host, address.Port) { NoDelay = true };
        _stream = _client.GetStream();
        _request = Encoding.ASCII.GetBytes($"{request} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    }

    public void Ask()
    {
        _stream.Write(_request);
        var length = 0;
        do length += _stream.Read(_answer, length, _answer.Length - length);
        while (!IsWhole(_answer.AsSpan(0, length)));
    }

    public void Dispose() => _client.Dispose();

    /// <summary>The body is short, in one piece or as a chunk.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> answer) => answer.EndsWith("0\r\n\r\n"u8) || answer.EndsWith("\r\n\r\nok"u8);
}
