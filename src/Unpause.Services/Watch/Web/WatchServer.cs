using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// HTTP of the watcher, by Kestrel, on loopback: <c>/healthz</c> and <c>/metrics</c> for everybody there; all else below a random path.
/// It is in the ring's folder, where only the user of the watcher may read it.
/// </summary>
/// <param name="traces">What takes traces; null: none are taken.</param>
internal sealed class WatchServer(
    WatchSettings settings, RingWatch watch, Judge judge, RingKeeper keeper, WatchMetrics metrics, TraceReceiver? traces)
{
    private const string TokenName = "token";

    private const int TokenBytes = 16, MostBodyBytes = 256 * 1024, MostReasonChars = 200;

    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(5);

    /// <summary>Serves until it is stopped. An address that is in use is tried again: alerts and rings do not need it.</summary>
    public async Task RunAsync(string address, CancellationToken stop)
    {
        for (var isSaid = false; !stop.IsCancellationRequested; isSaid = true)
        {
            try
            {
                await ServeAsync(IPEndPoint.Parse(address), stop).ConfigureAwait(false);
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

    private async Task ServeAsync(IPEndPoint endpoint, CancellationToken stop)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            options.Limits.MaxRequestBodySize = MostBodyBytes;
            options.Limits.MaxConcurrentConnections = 100;
            options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
            options.Listen(endpoint);
        });
        await using var app = builder.Build();
        app.Use(RequestGuard.Check);
        var token = Token(settings.Ring);
        app.MapGet("/healthz", HealthAsync);
        app.MapGet("/metrics", context => MetricsPage.WriteAsync(context, metrics));
        var list = new ProcessList(watch, judge, keeper);
        app.MapGet($"/{token}/", LivePage.WriteAsync);
        app.MapGet($"/{token}/processes", list.WriteAsync);
        app.MapGet($"/{token}/events", context => list.StreamAsync(context, stop));
        app.MapGet($"/{token}/report", context => ReportPage.WriteLiveAsync(context, watch, keeper));
        app.MapGet($"/{token}/kept/{{name}}", context => ReportPage.WriteKeptAsync(context, keeper));
        var receiver = new AlertReceiver(watch, judge, Path.Combine(settings.Ring, RingIndex.KeptFolder));
        app.MapPost($"/{token}/alertmanager", context => receiver.ReceiveAsync(context, stop));
        app.MapPost($"/{token}/save", SaveAsync);
        if (traces is not null) app.MapPost(TraceReceiver.Path, traces.ReceiveAsync);
        await app.StartAsync(stop).ConfigureAwait(false);
        var bound = new Uri(app.Urls.First());
        WholeFile.Write(
            Path.Combine(settings.Ring, RingIndex.RunFolder, RingIndex.AddressFile),
            Encoding.ASCII.GetBytes($"{bound.GetLeftPart(UriPartial.Authority)}/{token}\n"),
            WholeFile.Secret);
        await app.WaitForShutdownAsync(stop).ConfigureAwait(false);
    }

    private Task HealthAsync(HttpContext context) =>
        watch.IndexSeen is { } seen && DateTimeOffset.UtcNow - seen < TimeSpan.FromSeconds(10)
            ? AnswerAsync(context, StatusCodes.Status200OK, "ok\n")
            : AnswerAsync(context, StatusCodes.Status503ServiceUnavailable, "the recorder's index is not there\n");

    /// <summary>Keeps the ring of the process <c>?process=</c>, or of all; answers with the folders, one a line.</summary>
    private async Task SaveAsync(HttpContext context)
    {
        var process = context.Request.Query["process"].ToString();
        var reason = context.Request.Query["reason"].ToString();
        var wanted = process.Length == 0
            ? watch.Processes.Where(one => one.Facts.IsRecorded).ToList()
            : [.. new[] { watch.Find(process) }.OfType<FollowedProcess>()];
        var lines = new StringBuilder();
        foreach (var one in wanted)
        {
            var why = reason.Length is > 0 and < MostReasonChars ? reason : "asked for";
            var kept = await judge.KeepAsync(one, why, context.RequestAborted).ConfigureAwait(false);
            if (kept is not null) lines.Append(kept.Folder).Append('\n');
        }

        var (status, text) = wanted.Count == 0 ? (StatusCodes.Status404NotFound, "there is no such watched process\n")
            : lines.Length > 0 ? (StatusCodes.Status200OK, lines.ToString())
            : (StatusCodes.Status409Conflict, "nothing is recorded of it\n");
        await AnswerAsync(context, status, text).ConfigureAwait(false);
    }

    /// <summary>Answers with a line of text.</summary>
    public static Task AnswerAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(text, context.RequestAborted);
    }

    /// <summary>The random path, the same after a restart: Alertmanager's configuration has it.</summary>
    private static string Token(string ring)
    {
        var path = Path.Combine(ring, RingIndex.RunFolder, TokenName);
        if (File.Exists(path) && new FileInfo(path).Length == 2 * TokenBytes)
        {
            var known = File.ReadAllText(path);
            if (known.All(char.IsAsciiHexDigitLower)) return known;
        }

        // The kernel's random numbers: those of .NET load OpenSSL, which ends a static program.
        var random = new byte[TokenBytes];
        using (var kernel = File.OpenRead("/dev/urandom")) kernel.ReadExactly(random);
        var token = Convert.ToHexStringLower(random);
        WholeFile.Write(path, Encoding.ASCII.GetBytes(token), WholeFile.Secret);
        return token;
    }
}
