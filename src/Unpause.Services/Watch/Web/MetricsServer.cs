using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// HTTP on an address that others reach: <c>/metrics</c> with a bearer token, <c>/healthz</c>, and nothing else. The name of the host is
/// not checked: a page of another site does not have the token, and <c>/healthz</c> has nothing to read.
/// </summary>
internal sealed class MetricsServer(WatchSettings settings, RingWatch watch, WatchMetrics metrics)
{
    private const string Scheme = "Bearer ";

    private readonly byte[] _token = Encoding.UTF8.GetBytes(settings.MetricsToken ?? throw new ArgumentException("no token"));

    /// <summary>Serves until it is stopped.</summary>
    public Task RunAsync(string address, CancellationToken stop) => OwnHttp.RunAsync(address, Map, _ => { }, stop);

    private void Map(WebApplication app)
    {
        app.Use(RequestGuard.CheckOrigin);
        app.MapGet("/healthz", context => OwnHttp.HealthAsync(context, watch));
        app.MapGet("/metrics", WriteAsync);
    }

    private Task WriteAsync(HttpContext context)
    {
        if (IsAllowed(context.Request)) return MetricsPage.WriteAsync(context, metrics);
        context.Response.Headers.WWWAuthenticate = Scheme.Trim();
        return OwnHttp.AnswerAsync(context, StatusCodes.Status401Unauthorized, "/metrics needs the token of --metrics-token-file\n");
    }

    private bool IsAllowed(HttpRequest request) =>
        request.Headers.Authorization.ToString() is var sent && sent.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
        && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent[Scheme.Length..].Trim()), _token);
}
