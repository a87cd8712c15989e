using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;

namespace Unpause.Fleet.Tests.Annotations;

/// <summary>
/// An HTTP server on loopback that answers <c>GET /api/annotations</c> as Grafana does: those whose time overlaps with the asked one and
/// that have all tags, in the order of their ends, the latest first, up to the limit. Dispose ends it.
/// </summary>
internal sealed class FakeGrafana : IDisposable
{
    private readonly HttpListener _listener = new();

    /// <summary>Starts it.</summary>
    public FakeGrafana()
    {
        Address = new Uri($"http://127.0.0.1:{FreePort.Find()}");
        _listener.Prefixes.Add($"{Address}");
        _listener.Start();
        _ = RunAsync();
    }

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    /// <summary>What it knows.</summary>
    public List<JsonObject> Known { get; } = [];

    /// <summary>The only header that is let in; null: all are.</summary>
    public string? Authorization { get; init; }

    /// <summary>It never gives more at a time.</summary>
    public int Cap { get; init; } = int.MaxValue;

    /// <summary>In place of an answer of its own.</summary>
    public Func<HttpListenerResponse, Task>? Answer { get; init; }

    /// <summary>The queries so far.</summary>
    public List<string> Asked { get; } = [];

    /// <summary>The headers with secrets so far.</summary>
    public List<string?> Authorizations { get; } = [];

    /// <summary>Adds an annotation.</summary>
    public void Add(DateTimeOffset at, string text, params string[] tags) => Add(at, at, text, tags);

    /// <summary>Adds one of a time.</summary>
    public void Add(DateTimeOffset at, DateTimeOffset end, string text, string[] tags) => Known.Add(new JsonObject
    {
        ["id"] = Known.Count + 1, ["alertId"] = 0, ["dashboardId"] = 468, ["dashboardUID"] = "uGlb_lG7z", ["panelId"] = 2, ["userId"] = 1,
        ["userName"] = "", ["newState"] = "", ["prevState"] = "", ["time"] = at.ToUnixTimeMilliseconds(),
        ["timeEnd"] = end.ToUnixTimeMilliseconds(), ["text"] = text, ["metric"] = "",
        ["tags"] = new JsonArray([.. tags.Select(tag => JsonValue.Create(tag))]), ["data"] = new JsonObject(),
    });

    /// <inheritdoc/>
    public void Dispose() => _listener.Close();

    private async Task RunAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                lock (Asked)
                {
                    Asked.Add(context.Request.Url!.PathAndQuery);
                    Authorizations.Add(context.Request.Headers["Authorization"]);
                }

                try
                {
                    await RespondAsync(context);
                    context.Response.Close();
                }
                catch (Exception e) when (e is HttpListenerException or IOException)
                {
                    // The client had enough.
                }
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or HttpListenerException or InvalidOperationException)
        {
            // It ended.
        }
    }

    private async Task RespondAsync(HttpListenerContext context)
    {
        if (Answer is not null)
        {
            await Answer(context.Response);
            return;
        }

        var isLetIn = Authorization is null || context.Request.Headers["Authorization"] == Authorization;
        context.Response.StatusCode = !isLetIn ? 401 : context.Request.Url!.AbsolutePath == "/api/annotations" ? 200 : 404;
        context.Response.ContentType = "application/json";
        var body = context.Response.StatusCode switch
        {
            200 => Found(context.Request.Url!.Query.TrimStart('?').Split('&').Select(pair => pair.Split('=', 2)).ToLookup(
                pair => pair[0], pair => WebUtility.UrlDecode(pair[1]))),
            401 => """{"extra":null,"message":"Invalid API key","messageId":"api-key.invalid","statusCode":401,"traceID":""}""",
            _ => """{"message":"Not found"}""",
        };
        await context.Response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(body));
    }

    private string Found(ILookup<string, string> query)
    {
        var (from, to, limit) = (Number("from", 0), Number("to", 0), Number("limit", 100));
        var found = Known
            .Where(one => (from <= 0 || to <= 0 || ((long)one["time"]! <= to && (long)one["timeEnd"]! >= from))
                && query["tags"].All(tag => one["tags"]!.AsArray().Any(own => (string?)own == tag)))
            .OrderByDescending(one => (long)one["timeEnd"]!).ThenByDescending(one => (long)one["time"]!)
            .Take((int)Math.Min(limit, Cap));
        return new JsonArray([.. found.Select(one => one.DeepClone())]).ToJsonString();

        long Number(string name, long usual) =>
            long.TryParse(query[name].FirstOrDefault(), CultureInfo.InvariantCulture, out var number) ? number : usual;
    }
}
