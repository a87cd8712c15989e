using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// Kestrel on one address, with the limits of the watcher. It takes no settings of ASP.NET Core from files or the environment: those of the
/// folder in which the watcher was started could open other addresses.
/// </summary>
internal static class OwnHttp
{
    private const int MostBodyBytes = 256 * 1024;

    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(5), OldIndex = TimeSpan.FromSeconds(10);

    /// <summary>Serves until it is stopped. An address that is in use is tried again: alerts and rings do not need it.</summary>
    /// <param name="map">Adds what is served.</param>
    /// <param name="started">Gets the address once it is served.</param>
    public static async Task RunAsync(string address, Action<WebApplication> map, Action<Uri> started, CancellationToken stop)
    {
        for (var isSaid = false; !stop.IsCancellationRequested; isSaid = true)
        {
            try
            {
                await ServeAsync(IPEndPoint.Parse(address), map, started, stop).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (e is IOException or SocketException)
            {
                if (!isSaid)
                {
                    Console.Error.WriteLine(
                        $"unpause watch: http://{address} is not served: {e.Message.TrimEnd('.')}. It is tried again; alerts go on");
                }
            }

            await Task.Delay(BetweenTries, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Answers with a line of text.</summary>
    public static Task AnswerAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(text, context.RequestAborted);
    }

    /// <summary>Answers whether the recorder goes on.</summary>
    public static Task HealthAsync(HttpContext context, RingWatch watch) =>
        watch.IndexSeen is { } seen && DateTimeOffset.UtcNow - seen < OldIndex
            ? AnswerAsync(context, StatusCodes.Status200OK, "ok\n")
            : AnswerAsync(context, StatusCodes.Status503ServiceUnavailable, "the recorder's index is not there\n");

    private static async Task ServeAsync(IPEndPoint endpoint, Action<WebApplication> map, Action<Uri> started, CancellationToken stop)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore();
        builder.Services.AddRoutingCore();
        builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            options.Limits.MaxRequestBodySize = MostBodyBytes;
            options.Limits.MaxConcurrentConnections = 100;
            options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
            options.Listen(endpoint);
        });
        await using var app = builder.Build();
        map(app);
        await app.StartAsync(stop).ConfigureAwait(false);
        started(new Uri(app.Urls.First()));
        await app.WaitForShutdownAsync(stop).ConfigureAwait(false);
    }
}
