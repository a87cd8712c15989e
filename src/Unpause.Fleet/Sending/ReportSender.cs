using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using Unpause.Fleet.Receiving;
using Unpause.Fleet.Stores.Duck;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Sending;

/// <summary>How long a sender tries.</summary>
/// <param name="Deadline">How long one report may take.</param>
/// <param name="Waits">How long it waits for a receiver that is away or busy, before it leaves the rest to the next time.</param>
internal sealed record SendPatience(TimeSpan Deadline, TimeSpan Waits)
{
    /// <summary>The usual one.</summary>
    public static SendPatience Usual { get; } = new(TimeSpan.FromMinutes(2), TimeSpan.FromSeconds(30));

    /// <summary>That at the end of another command, whose user waits for it.</summary>
    public static SendPatience OfCommand { get; } = new(TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(5));
}

/// <summary>
/// Sends reports to a <see cref="ReportReceiver"/>, each once. Their folder is the spool: a report stays there until somebody deletes it,
/// and what the receiver has is noted.
/// </summary>
internal sealed class ReportSender : IDisposable
{
    private const long MostBytes = 32L * 1024 * 1024;

    /// <summary>Above it, a receiver's 401 or 429 comes before the report is sent; below, asking costs more than sending.</summary>
    private const long MostUnasked = 256 * 1024;

    /// <summary>Half of what a receiver takes at one time.</summary>
    private const int AtATime = 4;

    private const int MostReasonBytes = 400;

    private static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(1);

    private readonly HttpClient _http;
    private readonly Uri _reports;
    private readonly SentReports _sent;
    private readonly SendPatience _patience;
    private readonly TimeProvider _clock;
    private volatile bool _isAway;

    /// <summary>A sender.</summary>
    /// <param name="receiver">The address. A path is that of a proxy.</param>
    /// <param name="token">The token; null for none.</param>
    /// <exception cref="UserMistake">The token would be readable on a network, or is none.</exception>
    public ReportSender(Uri receiver, string? token, SentReports sent, SendPatience patience, TimeProvider clock)
    {
        (_sent, _patience, _clock) = (sent, patience, clock);
        if (token is not null && PlainHttp.IsReadable(receiver))
        {
            throw new UserMistake(
                $"--store {receiver.GetLeftPart(UriPartial.Authority)} would send the token and the reports in plain text: use https://, "
                + "with a proxy that has TLS in front of unpause fleet receive");
        }

        if (token is { } text && (text.Length == 0 || text.AsSpan().ContainsAnyExceptInRange('!', '~')))
            throw new UserMistake("--secret-file needs a file with one token: a line of printable ASCII characters without spaces");
        _reports = new(receiver.GetLeftPart(UriPartial.Path).TrimEnd('/') + ReportReceiver.Path);
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = !receiver.IsLoopback,
            ConnectTimeout = TimeSpan.FromSeconds(5),
            Expect100ContinueTimeout = TimeSpan.FromSeconds(2),
        };
        _http = new(handler) { Timeout = Timeout.InfiniteTimeSpan };
        if (token is not null) _http.DefaultRequestHeaders.Authorization = new(ReportReceiver.Scheme.Trim(), token);
    }

    /// <summary>Sends what the receiver lacks. When the receiver is away for longer than there is patience, the rest waits.</summary>
    /// <exception cref="UserMistake">The address is no receiver's, or the token is not known there.</exception>
    public async Task SendAsync(IEnumerable<ReportFile> reports, SendTally tally, CancellationToken stop)
    {
        _isAway = false;
        var options = new ParallelOptions { MaxDegreeOfParallelism = AtATime, CancellationToken = stop };
        await Parallel.ForEachAsync(reports, options, async (report, stopAll) =>
        {
            if (_sent.Has(report)) tally.AddSent(isNew: false);
            else await SendAsync(report, tally, stopAll);
        });
        _sent.ForgetAbsent();
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private async Task SendAsync(ReportFile report, SendTally tally, CancellationToken stop)
    {
        var (waited, backoff) = (TimeSpan.Zero, FirstWait);
        while (!_isAway)
        {
            var answer = await PutAsync(report, stop);
            switch (answer.Kind)
            {
                case AnswerKind.New or AnswerKind.Known:
                    _sent.Add(report);
                    tally.AddSent(answer.Kind == AnswerKind.New);
                    return;
                case AnswerKind.Refused:
                    // Not noted: the next time says it again, until the report or the receiver is changed.
                    tally.AddRefused(report.Path, answer.Reason);
                    return;
            }

            // Many hosts that were told the same time come at different ones.
            var wait = (answer.RetryAfter ?? backoff) * (1 + (Random.Shared.NextDouble() / 2));
            if (waited + wait > _patience.Waits)
            {
                _isAway = true;
                tally.AddWaiting(answer.Reason);
                return;
            }

            await Task.Delay(wait, _clock, stop);
            waited += wait;
            backoff *= 2;
        }

        tally.AddWaiting(null);
    }

    private async Task<Answer> PutAsync(ReportFile report, CancellationToken stop)
    {
        if (report.Size > MostBytes) return new(AnswerKind.Refused, "it is too large");
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(_patience.Deadline);
        try
        {
            await using var file = new FileStream(report.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(_reports, NameOf(report.Path)))
            {
                Content = new StreamContent(file),
            };
            request.Headers.ExpectContinue = report.Size > MostUnasked;
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, deadline.Token);
            return await AnswerOfAsync(response, deadline.Token);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException or UnauthorizedAccessException)
        {
            return new(AnswerKind.Refused, e is UnauthorizedAccessException ? "it cannot be opened" : "it is gone");
        }
        catch (Exception e) when (e is HttpRequestException or IOException or SocketException or OperationCanceledException)
        {
            stop.ThrowIfCancellationRequested();
            return new(AnswerKind.Later, deadline.IsCancellationRequested
                ? "no answer in time"
                // What is wrong with a certificate is in the innermost.
                : e.GetBaseException().Message);
        }
    }

    /// <summary>A name that the receiver accepts: the end of a longer one, which is what tells reports apart.</summary>
    private static string NameOf(string path)
    {
        var name = Path.GetFileName(path);
        return KeptReports.Plainly(name[Math.Max(0, name.Length - KeptReports.MostNameChars)..], KeptReports.MostNameChars);
    }

    private async Task<Answer> AnswerOfAsync(HttpResponseMessage response, CancellationToken stop)
    {
        switch (response.StatusCode)
        {
            case HttpStatusCode.Created:
                return new(AnswerKind.New, "");
            case HttpStatusCode.OK or HttpStatusCode.NoContent:
                return new(AnswerKind.Known, "");
            case HttpStatusCode.Unauthorized:
                throw new UserMistake(
                    $"{_reports} does not know the token: name the file that has it with --secret-file, and add its SHA-256 to the "
                    + "receiver's file");
            case HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed or HttpStatusCode.NotImplemented
                or (>= HttpStatusCode.Ambiguous and < HttpStatusCode.BadRequest):
                throw new UserMistake(
                    $"{_reports} is not unpause fleet receive: it answers {(int)response.StatusCode}. Write its address, "
                    + "or that of a proxy in front of it");
            case HttpStatusCode.BadRequest or HttpStatusCode.Forbidden or HttpStatusCode.RequestEntityTooLarge
                or HttpStatusCode.UnsupportedMediaType or HttpStatusCode.UnprocessableEntity:
                return new(AnswerKind.Refused, await ReasonAsync(response, stop));
            default:
                return new(AnswerKind.Later, await ReasonAsync(response, stop), WaitOf(response.Headers.RetryAfter));
        }
    }

    private static async Task<string> ReasonAsync(HttpResponseMessage response, CancellationToken stop)
    {
        var bytes = new byte[MostReasonBytes];
        await using var body = await response.Content.ReadAsStreamAsync(stop);
        var count = await body.ReadAtLeastAsync(bytes, bytes.Length, throwOnEndOfStream: false, stop);
        return $"{(int)response.StatusCode} {Encoding.UTF8.GetString(bytes, 0, count).Trim()}";
    }

    /// <summary>A receiver's wish. Zero would be no pause at all.</summary>
    private TimeSpan? WaitOf(RetryConditionHeaderValue? header)
    {
        var wish = header?.Delta ?? (header?.Date is { } date ? date - _clock.GetUtcNow() : null);
        return wish is { } wait && wait < FirstWait ? FirstWait : wish;
    }

    private enum AnswerKind
    {
        New,
        Known,
        Refused,
        Later,
    }

    private readonly record struct Answer(AnswerKind Kind, string Reason, TimeSpan? RetryAfter = null);
}
