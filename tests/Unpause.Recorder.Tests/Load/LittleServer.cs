using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Unpause.Recorder.Tests.Load;

/// <summary>
/// An HTTP server that serves one request after the other, each with a duration that the test sets, and counts them. So the expected
/// latencies can be computed by hand. It shares no code with the load generator.
/// </summary>
internal sealed class LittleServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<TimeSpan, TimeSpan> _serviceTime;
    private readonly string _status;
    private readonly long _began = Stopwatch.GetTimestamp();

    /// <summary>Starts to serve.</summary>
    /// <param name="serviceTime">Duration of a request by the time at which it is accepted, from the start.</param>
    /// <param name="status">Status of its responses.</param>
    public LittleServer(Func<TimeSpan, TimeSpan> serviceTime, string status = "200 OK")
    {
        (_serviceTime, _status) = (serviceTime, status);
        _listener.Start(backlog: 1_000);
        new Thread(Serve) { IsBackground = true }.Start();
    }

    public string Url => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/things/{{n}}";

    public List<string> Paths { get; } = [];

    public void Dispose() => _listener.Stop();

    private void Serve()
    {
        try
        {
            while (true)
            {
                using var client = _listener.AcceptTcpClient();
                Answer(client);
            }
        }
        catch (Exception stopped) when (stopped is SocketException or InvalidOperationException)
        {
            // The test has ended.
        }
    }

    private void Answer(TcpClient client)
    {
        try
        {
            using var stream = client.GetStream();
            var block = new byte[4096];
            var request = Encoding.ASCII.GetString(block, 0, stream.Read(block));
            lock (Paths) Paths.Add(request.Split(' ').ElementAtOrDefault(1) ?? "");
            Thread.Sleep(_serviceTime(Stopwatch.GetElapsedTime(_began)));
            stream.Write(Encoding.ASCII.GetBytes($"HTTP/1.1 {_status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"));
        }
        catch (IOException)
        {
            // The load generator closed the connection.
        }
    }
}
