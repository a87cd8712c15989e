using System.Net;
using Microsoft.AspNetCore.Http;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// Refuses what a web page of another site makes a browser send: another host name (DNS rebinding), another origin. And it says what a
/// browser may do with an answer.
/// </summary>
internal static class RequestGuard
{
    /// <summary>Checks a request before anything else.</summary>
    public static Task Check(HttpContext context, RequestDelegate next)
    {
        var headers = context.Response.Headers;
        headers["Content-Security-Policy"] = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "connect-src 'self'; img-src data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers.CacheControl = "no-store";
        var host = context.Request.Host.Host;
        if (!IsOwn(host, context.Connection.LocalIpAddress) || !IsSameOrigin(context))
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return Task.CompletedTask;
        }

        return next(context);
    }

    private static bool IsOwn(string host, IPAddress? local) =>
        host is "localhost" or "127.0.0.1" or "[::1]" || (local is not null && IPAddress.TryParse(host.Trim('[', ']'), out var named)
            && named.Equals(local.IsIPv4MappedToIPv6 ? local.MapToIPv4() : local));

    private static bool IsSameOrigin(HttpContext context) =>
        context.Request.Headers.Origin.ToString() is { Length: 0 }
        || (Uri.TryCreate(context.Request.Headers.Origin.ToString(), UriKind.Absolute, out var origin)
                && origin.Authority == context.Request.Host.Value);
}
