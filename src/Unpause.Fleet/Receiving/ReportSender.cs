using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using Unpause.Recordings;

namespace Unpause.Fleet.Receiving;

/// <summary>What one pass over a folder did.</summary>
/// <param name="Sent">Reports that the receiver has now.</param>
/// <param name="Refused">Reports that it will never take.</param>
/// <param name="Waiting">Reports that are still to be sent.</param>
/// <param name="RetryAfter">When to try again, if the receiver said so.</param>
/// <param name="Reason">Why the last refused or waiting one was not sent; null without any.</param>
internal sealed record SendPass(int Sent, int Refused, int Waiting, TimeSpan? RetryAfter, string? Reason);

/// <summary>
/// Sends the reports of a folder to a <see cref="ReportReceiver"/>, each once, the oldest first. The folder is the spool: a report stays
/// there until somebody deletes it, and what was sent is noted beside it.
/// </summary>
internal sealed class ReportSender : IDisposable
{
    /// <summary>The file in the folder that notes what was sent.</summary>
    public const string StateFile = ".unpause-sent";

    private const int MostFiles = 1_000_000;
    private const long MostBytes = 32L * 1024 * 1024;

    private static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(1), LongestWait = TimeSpan.FromMinutes(5);

    private readonly HttpClient _http;
    private readonly DirectoryInfo _folder;
    private readonly SentReports _sent;
    private readonly TimeProvider _clock;
    private readonly TimeSpan _deadline;

    /// <summary>A sender.</summary>
    /// <param name="receiver">The address, without a path.</param>
    /// <param name="token">The token; null for none.</param>
    /// <param name="deadline">How long one report may take.</param>
    /// <exception cref="UserMistake">The folder is not there or its state can't be read.</exception>
    public ReportSender(Uri receiver, string? token, string folder, TimeProvider clock, TimeSpan deadline)
    {
        (_clock, _deadline) = (clock, deadline);
        _folder = new(folder);
        if (!_folder.Exists) throw new UserMistake($"{folder} is no folder");
        try
        {
            _sent = new(Path.Combine(_folder.FullName, StateFile));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{folder}/{StateFile} cannot be read: {e.Message}");
        }

        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            ConnectTimeout = TimeSpan.FromSeconds(5),
            Expect100ContinueTimeout = TimeSpan.FromSeconds(2),
        };
        _http = new(handler) { BaseAddress = receiver, Timeout = Timeout.InfiniteTimeSpan };
        if (token is not null) _http.DefaultRequestHeaders.Authorization = new(ReportReceiver.Scheme.Trim(), token.Trim());
    }

    /// <summary>Sends until it is stopped: new reports each period, and after a failure when it is time.</summary>
    /// <param name="passed">Gets what each pass did.</param>
    public async Task RunAsync(TimeSpan period, Action<SendPass> passed, CancellationToken stop)
    {
        var wait = FirstWait;
        while (!stop.IsCancellationRequested)
        {
            var pass = await SendOnceAsync(stop);
            passed(pass);
            var next = pass.Waiting == 0 ? period : pass.RetryAfter ?? wait;
            wait = pass.Waiting == 0 ? FirstWait : TimeSpan.FromTicks(Math.Min(LongestWait.Ticks, 2 * wait.Ticks));
            await Task.Delay(next, _clock, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Sends what was not sent, until all is, or the receiver wants to wait or is away.</summary>
    public async Task<SendPass> SendOnceAsync(CancellationToken stop)
    {
        var files = Files();
        _sent.Forget(files);
        var (sent, refused, reason) = (0, 0, (string?)null);
        var left = files.Where(file => !_sent.Has(file)).ToList();
        for (var i = 0; i < left.Count; i++)
        {
            stop.ThrowIfCancellationRequested();
            var answer = await PutAsync(left[i], stop);
            if (answer.Waits) return new(sent, refused, left.Count - i, answer.RetryAfter, answer.Reason);
            if (answer.Reason is null) sent++;
            else (refused, reason) = (refused + 1, $"{left[i].Name}: {answer.Reason}");
            _sent.Add(left[i]);
        }

        return new(sent, refused, 0, null, reason);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _http.Dispose();
        _sent.Dispose();
    }

    private List<FileInfo> Files()
    {
        // Writers of reports rename a whole file into place; hidden ones are not of them.
        return
        [
            .. _folder.EnumerateFiles()
                .Where(file => file.Name[0] != '.' && (file.Name.EndsWith(ReceivedFolder.Plain, StringComparison.Ordinal)
                    || file.Name.EndsWith(ReceivedFolder.Packed, StringComparison.Ordinal)))
                .Take(MostFiles)
                .OrderBy(file => file.LastWriteTimeUtc).ThenBy(file => file.Name, StringComparer.Ordinal),
        ];
    }

    private async Task<Answer> PutAsync(FileInfo report, CancellationToken stop)
    {
        if (report.Length > MostBytes) return Answer.Refused("too large");
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(_deadline);
        try
        {
            await using var file = report.OpenRead();
            using var request = new HttpRequestMessage(HttpMethod.Put, ReportReceiver.Path + NameOf(report.Name))
            {
                Content = new StreamContent(file),
            };
            // The receiver's 401 or 429 comes before the report is sent.
            request.Headers.ExpectContinue = true;
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, deadline.Token);
            return AnswerOf(response);
        }
        catch (FileNotFoundException)
        {
            // Somebody deleted it, so there is nothing to send.
            return Answer.Refused("it is gone");
        }
        catch (Exception e) when (e is HttpRequestException or IOException or SocketException or OperationCanceledException
            or UnauthorizedAccessException)
        {
            stop.ThrowIfCancellationRequested();
            return Answer.Later(deadline.IsCancellationRequested ? "no answer in time" : e.Message, null);
        }
    }

    /// <summary>A name that the receiver accepts.</summary>
    private static string NameOf(string name) => string.Concat(name.Select(
        character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-' ? character : '_'));

    private Answer AnswerOf(HttpResponseMessage response)
    {
        var (status, reason) = (response.StatusCode, $"{(int)response.StatusCode} {response.ReasonPhrase}");
        return status switch
        {
            HttpStatusCode.OK or HttpStatusCode.Created or HttpStatusCode.NoContent => Answer.Kept,
            // The token may be mended; what is wrong with a report is wrong the next time too.
            HttpStatusCode.BadRequest or HttpStatusCode.Forbidden or HttpStatusCode.RequestEntityTooLarge
                or HttpStatusCode.UnsupportedMediaType or HttpStatusCode.UnprocessableEntity => Answer.Refused(reason),
            _ => Answer.Later(reason, WaitOf(response.Headers.RetryAfter)),
        };
    }

    /// <summary>A receiver's wish, within reason.</summary>
    private TimeSpan? WaitOf(RetryConditionHeaderValue? header)
    {
        var wish = header?.Delta ?? (header?.Date is { } date ? date - _clock.GetUtcNow() : null);
        return wish is { } wait ? TimeSpan.FromTicks(Math.Clamp(wait.Ticks, FirstWait.Ticks, LongestWait.Ticks)) : null;
    }

    private readonly record struct Answer(bool Waits, TimeSpan? RetryAfter, string? Reason)
    {
        public static Answer Kept => default;

        public static Answer Refused(string reason) => new(false, null, reason);

        public static Answer Later(string reason, TimeSpan? retryAfter) => new(true, retryAfter, reason);
    }
}
