using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
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

    private const int TokenBytes = 16, MostReasonChars = 200;

    private readonly string _run = Path.Combine(settings.Ring, RingIndex.RunFolder);

    /// <summary>Serves until it is stopped.</summary>
    public Task RunAsync(string address, CancellationToken stop)
    {
        string? token = null;
        return OwnHttp.RunAsync(
            address,
            app => Map(app, token = Token(_run), stop),
            bound => WholeFile.Write(
                Path.Combine(_run, RingIndex.AddressFile),
                Encoding.ASCII.GetBytes($"{bound.GetLeftPart(UriPartial.Authority)}/{token}\n"),
                WholeFile.Secret),
            stop);
    }

    private void Map(WebApplication app, string token, CancellationToken stop)
    {
        app.Use(RequestGuard.Check);
        app.MapGet("/healthz", context => OwnHttp.HealthAsync(context, watch));
        app.MapGet("/metrics", context => MetricsPage.WriteAsync(context, metrics));
        var list = new ProcessList(watch, judge, keeper);
        app.MapGet($"/{token}/", LivePage.WriteAsync);
        app.MapGet($"/{token}/processes", list.WriteAsync);
        app.MapGet($"/{token}/events", context => list.StreamAsync(context, stop));
        app.MapGet($"/{token}/report", context => ReportPage.WriteLiveAsync(context, watch, keeper, _run));
        app.MapGet($"/{token}/kept/{{name}}", context => ReportPage.WriteKeptAsync(context, keeper));
        var receiver = new AlertReceiver(watch, judge, Path.Combine(settings.Ring, RingIndex.KeptFolder));
        app.MapPost($"/{token}/alertmanager", context => receiver.ReceiveAsync(context, stop));
        app.MapPost($"/{token}/save", SaveAsync);
        if (traces is not null) app.MapPost(TraceReceiver.Path, traces.ReceiveAsync);
    }

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
        await OwnHttp.AnswerAsync(context, status, text).ConfigureAwait(false);
    }

    /// <summary>The random path, the same after a restart: Alertmanager's configuration has it.</summary>
    private static string Token(string folder)
    {
        var path = Path.Combine(folder, TokenName);
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
