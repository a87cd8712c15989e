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
    public static Task Check(HttpContext context, RequestDelegate next) =>
        IsOwn(context.Request.Host.Host, context.Connection.LocalIpAddress) ? CheckOrigin(context, next) : RefuseAsync(context);

    /// <summary>Checks only where a request comes from: for what another name of the host leads to nothing.</summary>
    public static Task CheckOrigin(HttpContext context, RequestDelegate next)
    {
        Protect(context.Response.Headers);
        return IsSameOrigin(context) ? next(context) : RefuseAsync(context);
    }

    private static Task RefuseAsync(HttpContext context)
    {
        Protect(context.Response.Headers);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        return Task.CompletedTask;
    }

    private static void Protect(IHeaderDictionary headers)
    {
        headers["Content-Security-Policy"] = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "connect-src 'self'; img-src data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers.CacheControl = "no-store";
    }

    private static bool IsOwn(string host, IPAddress? local) =>
        host is "localhost" or "127.0.0.1" or "[::1]" || (local is not null && IPAddress.TryParse(host.Trim('[', ']'), out var named)
            && named.Equals(local.IsIPv4MappedToIPv6 ? local.MapToIPv4() : local));

    private static bool IsSameOrigin(HttpContext context) =>
        context.Request.Headers.Origin.ToString() is { Length: 0 }
        || (Uri.TryCreate(context.Request.Headers.Origin.ToString(), UriKind.Absolute, out var origin)
                && origin.Authority == context.Request.Host.Value);
}
