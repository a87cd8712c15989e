using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>An HTTP server on loopback that answers each query as a test wants; Dispose ends it.</summary>
internal sealed class FakePrometheus : IDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Func<Asked, Answered> _answer;

    /// <summary>Starts it.</summary>
    public FakePrometheus(Func<Asked, Answered> answer)
    {
        _answer = answer;
        Address = new Uri($"http://127.0.0.1:{FreePort.Find()}");
        _listener.Prefixes.Add($"{Address}");
        _listener.Start();
        _ = RunAsync();
    }

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    /// <summary>What was asked, in order.</summary>
    public List<Asked> All { get; } = [];

    /// <summary>An answer of series.</summary>
    public static Answered Series(params string[] series) =>
        new(200, $$$"""{"status":"success","data":{"resultType":"matrix","result":[{{{string.Join(',', series)}}}]}}""");

    /// <inheritdoc/>
    public void Dispose() => _listener.Close();

    private async Task RunAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                using var reader = new StreamReader(context.Request.InputStream);
                var form = (await reader.ReadToEndAsync()).Split('&').Select(pair => pair.Split('=', 2))
                    .ToDictionary(pair => pair[0], pair => WebUtility.UrlDecode(pair.ElementAtOrDefault(1) ?? ""));
                var asked = new Asked(context.Request.Url!.AbsolutePath, form) { Authorization = context.Request.Headers["Authorization"] };
                lock (All) All.Add(asked);
                var answered = _answer(asked);
                context.Response.StatusCode = answered.Code;
                if (answered.Location is { } location) context.Response.Headers["Location"] = location;
                await context.Response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(answered.Body));
                context.Response.Close();
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or HttpListenerException)
        {
            // It ended.
        }
    }
}

/// <summary>A request.</summary>
internal sealed record Asked(string Path, Dictionary<string, string> Form)
{
    public string? Authorization { get; init; }

    public string Query => Form.GetValueOrDefault("query", "");

    public bool IsRange => Path.EndsWith("query_range", StringComparison.Ordinal);
}

/// <summary>An answer.</summary>
internal sealed record Answered(int Code, string Body)
{
    public string? Location { get; init; }
}
