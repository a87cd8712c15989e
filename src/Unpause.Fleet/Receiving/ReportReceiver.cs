using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Unpause.Recordings;
using Unpause.Reports;
using BadHttpRequestException = Microsoft.AspNetCore.Http.BadHttpRequestException;

namespace Unpause.Fleet.Receiving;

/// <summary>
/// Takes reports by <c>PUT /reports/NAME.json</c> (or .json.gz) with <c>Authorization: Bearer TOKEN</c>, by plain HTTP: TLS is that of the
/// proxy in front. Answers: 201 kept, 200 kept before, 400 no report, 401 no token, 403 another host, 413 too large, 415 another version,
/// 429 too many at a time, 507 no room. After 429 and 507 the same may be sent again.
/// </summary>
internal sealed class ReportReceiver(ReceiverSettings settings) : IDisposable
{
    /// <summary>Where reports go.</summary>
    public const string Path = "/reports/";

    /// <summary>How a token is sent.</summary>
    public const string Scheme = "Bearer ";

    private const int BusySeconds = 2, FullSeconds = 60, BlockBytes = 64 * 1024;

    // A report is checked in memory as a whole.
    private const int MostChecks = 2;

    private static readonly MinDataRate LeastRate = new(bytesPerSecond: 1024, gracePeriod: TimeSpan.FromSeconds(5));

    private readonly ReceivedFolder _folder = new(settings.Folder);
    private readonly SemaphoreSlim _places = new(settings.MostInFlight), _checks = new(MostChecks);

    /// <summary>Receives until it is stopped.</summary>
    /// <param name="started">Gets the address.</param>
    public async Task RunAsync(Action<Uri> started, CancellationToken stop)
    {
        // No settings of ASP.NET Core from files or the environment: those could open other addresses.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore();
        builder.Services.AddRoutingCore();
        builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            options.Limits.MaxRequestBodySize = settings.MostBodyBytes;
            options.Limits.MaxConcurrentConnections = 1000;
            options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
            options.Limits.MinRequestBodyDataRate = LeastRate;
            options.Listen(settings.Listen);
        });
        await using var app = builder.Build();
        app.MapGet("/healthz", context => AnswerAsync(context, StatusCodes.Status200OK, "ok"));
        app.MapPut(Path + "{name}", ReceiveAsync);
        try
        {
            await app.StartAsync(stop);
        }
        catch (IOException exception)
        {
            throw new UserMistake($"--listen {settings.Listen} cannot be used: {PlainText.Clean(exception.Message)}");
        }

        started(new Uri(app.Urls.First()));
        await app.WaitForShutdownAsync(stop);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _folder.Dispose();
        _places.Dispose();
        _checks.Dispose();
    }

    private async Task ReceiveAsync(HttpContext context)
    {
        // Browsers send an origin with each PUT, and nothing else does: no page of another site may use a receiver on loopback.
        if (context.Request.Headers.Origin.Count > 0)
        {
            await AnswerAsync(context, StatusCodes.Status403Forbidden, "browsers may not send reports");
        }
        else if (!IsAllowed(context.Request, out var hosts))
        {
            context.Response.Headers.WWWAuthenticate = Scheme.Trim();
            await AnswerAsync(context, StatusCodes.Status401Unauthorized, "a report needs a token of this receiver");
        }
        else if (!await _places.WaitAsync(0, context.RequestAborted))
        {
            await LaterAsync(context, StatusCodes.Status429TooManyRequests, BusySeconds, "too many reports at one time");
        }
        else
        {
            try
            {
                await KeepAsync(context, hosts);
            }
            finally
            {
                _places.Release();
            }
        }
    }

    private async Task KeepAsync(HttpContext context, IReadOnlyList<string?> hosts)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        deadline.CancelAfter(settings.Deadline);
        var (status, text) = (0, "");
        try
        {
            var name = context.Request.RouteValues["name"] as string ?? "";
            if (!ReceivedFolder.IsName(name))
            {
                throw new RefusedReport(Refusal.Name, "a name is letters, digits, . - _ and .json or .json.gz");
            }

            if (context.Request.Headers.ContentEncoding.Count > 0)
            {
                throw new RefusedReport(Refusal.Encoding, "no Content-Encoding is taken: send gzip data as NAME.json.gz");
            }

            var isNew = await ReceiveAsync(context.Request, name, hosts, deadline.Token);
            (status, text) = isNew ? (StatusCodes.Status201Created, "kept") : (StatusCodes.Status200OK, "kept before");
        }
        catch (RefusedReport e)
        {
            (status, text) = (StatusOf(e.Why), e.Message);
        }
        catch (BadHttpRequestException e)
        {
            (status, text) = (e.StatusCode, e.StatusCode == StatusCodes.Status413PayloadTooLarge ? "too large" : "cut");
        }
        catch (OperationCanceledException)
        {
            if (context.RequestAborted.IsCancellationRequested) return;
            (status, text) = (StatusCodes.Status408RequestTimeout, "too slow");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await LaterAsync(context, StatusCodes.Status507InsufficientStorage, FullSeconds, "no room to keep it");
            return;
        }

        await AnswerAsync(context, status, text);
    }

    private async Task<bool> ReceiveAsync(HttpRequest request, string name, IReadOnlyList<string?> hosts, CancellationToken stop)
    {
        await using var file = _folder.NewFile();
        try
        {
            await CopyAsync(request, file, stop);
            await _checks.WaitAsync(stop);
            try
            {
                file.Position = 0;
                var report = ReceivedReport.Read(file, ReceivedFolder.IsPacked(name), settings.MostUnpackedBytes);
                if (report.Hosts.FirstOrDefault(host => !hosts.Any(pattern => ReceiverTokens.Matches(pattern, host))) is not null)
                {
                    throw new RefusedReport(Refusal.OtherHost, "the token is not for the host of the report");
                }

                return _folder.Keep(file, report, name);
            }
            finally
            {
                _checks.Release();
            }
        }
        finally
        {
            // What was kept has another name now.
            File.Delete(file.Name);
        }
    }

    private static async Task CopyAsync(HttpRequest request, FileStream file, CancellationToken stop)
    {
        var block = new byte[BlockBytes];
        while (true)
        {
            int count;
            try
            {
                count = await request.Body.ReadAsync(block, stop);
            }
            catch (IOException e) when (e is not BadHttpRequestException)
            {
                // The sender went away: that is no fault of the disk.
                throw new OperationCanceledException("the sender went away", e);
            }

            if (count == 0) break;
            await file.WriteAsync(block.AsMemory(0, count), stop);
        }

        await file.FlushAsync(stop);
    }

    private bool IsAllowed(HttpRequest request, out IReadOnlyList<string?> hosts)
    {
        var sent = request.Headers.Authorization.ToString();
        var isToken = sent.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase);
        var known = isToken ? settings.Tokens.HostsOf(sent[Scheme.Length..].Trim()) : null;
        hosts = known ?? [];
        return known is not null;
    }

    private static int StatusOf(Refusal why) => why switch
    {
        Refusal.OtherVersion or Refusal.Encoding => StatusCodes.Status415UnsupportedMediaType,
        Refusal.TooLarge => StatusCodes.Status413PayloadTooLarge,
        Refusal.OtherHost => StatusCodes.Status403Forbidden,
        _ => StatusCodes.Status400BadRequest,
    };

    private static Task LaterAsync(HttpContext context, int status, int seconds, string text)
    {
        context.Response.Headers.RetryAfter = seconds.ToString();
        return AnswerAsync(context, status, text);
    }

    private static Task AnswerAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(text + "\n", context.RequestAborted);
    }
}
