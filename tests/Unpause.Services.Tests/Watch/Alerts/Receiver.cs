using System.Collections.Concurrent;
using System.Net;

namespace Unpause.Services.Tests.Watch.Alerts;

/// <summary>An HTTP server on loopback that takes what is posted to it.</summary>
internal sealed class Receiver : IDisposable
{
    private readonly HttpListener _listener = new();

    public Receiver(int port)
    {
        Address = new Uri($"http://127.0.0.1:{port}/");
        _listener.Prefixes.Add(Address.AbsoluteUri);
        _listener.Start();
        _ = TakeAsync();
    }

    public Uri Address { get; }

    /// <summary>Paths and bodies.</summary>
    public ConcurrentQueue<(string Path, string Body)> Taken { get; } = new();

    /// <summary>The answer to the next requests.</summary>
    public HttpStatusCode Status { get; set; } = HttpStatusCode.OK;

    public string? Redirect { get; set; }

    public void Dispose() => _listener.Close();

    private async Task TakeAsync()
    {
        while (_listener.IsListening)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }

            using var reader = new StreamReader(context.Request.InputStream);
            Taken.Enqueue((context.Request.RawUrl!, await reader.ReadToEndAsync()));
            context.Response.StatusCode = (int)Status;
            if (Redirect is { } elsewhere) context.Response.Headers["Location"] = elsewhere;
            context.Response.Close();
        }
    }
}
