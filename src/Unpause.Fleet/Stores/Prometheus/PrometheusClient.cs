using System.Net;
using System.Net.Http.Headers;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>The server would read or answer too much for one question: ask it for less.</summary>
internal sealed class PrometheusLimitException(string message) : Exception(message);

/// <summary>The server has no native histograms: it is older than Prometheus 2.40, or another one.</summary>
internal sealed class NoNativeHistogramsException(string message) : Exception(message);

/// <summary>Asks the HTTP API of Prometheus, or of Thanos, Mimir or VictoriaMetrics below their own paths.</summary>
internal sealed class PrometheusClient : IDisposable
{
    /// <summary>No answer is longer, unpacked.</summary>
    public const int MostAnswerBytes = 256 << 20;

    private const int MostErrorChars = 200, MostHeaderKilobytes = 64;

    // Of Prometheus' own two minutes, so that it says itself what took too long.
    private static readonly TimeSpan ServerDeadline = TimeSpan.FromSeconds(110), Deadline = TimeSpan.FromSeconds(130);

    private readonly Uri _address;
    private readonly AuthenticationHeaderValue? _authorization;
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        // Another address would get the password.
        AllowAutoRedirect = false,
        UseCookies = false,
        AutomaticDecompression = DecompressionMethods.GZip,
        ConnectTimeout = TimeSpan.FromSeconds(10),
        MaxResponseHeadersLength = MostHeaderKilobytes,
    })
    {
        Timeout = Timeout.InfiniteTimeSpan,
    };

    /// <summary>Asks a server.</summary>
    /// <param name="address">Its address, with its path, and a user where it wants a password.</param>
    /// <param name="secret">The password, or without a user the token; null: none.</param>
    public PrometheusClient(Uri address, string? secret)
    {
        if (!address.IsAbsoluteUri || address.Scheme is not ("http" or "https"))
            throw new UserMistake("--prometheus takes the address of a server, for example --prometheus http://127.0.0.1:9090");
        Place = address.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped).TrimEnd('/');
        _address = new Uri(Place + "/api/v1/");
        var user = Uri.UnescapeDataString(address.UserInfo.Split(':')[0]);
        if (secret?.Trim() is not { Length: > 0 } known) return;
        if (known.Any(char.IsControl)) throw new UserMistake("The file of --secret-file has more than one line: it needs the password or "
            + "token alone.");
        _authorization = user.Length > 0
            ? new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{known}")))
            : new("Bearer", known);
    }

    /// <summary>The address without secrets.</summary>
    public string Place { get; }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>The series of an expression at a moment.</summary>
    public Task<IReadOnlyList<PrometheusSeries>> AtAsync(string query, long seconds, CancellationToken stop) =>
        AskAsync("query", [new("query", query), new("time", Text(seconds))], stop);

    /// <summary>The series of an expression at many moments.</summary>
    public Task<IReadOnlyList<PrometheusSeries>> RangeAsync(string query, long from, long to, long step, CancellationToken stop) =>
        AskAsync(
        "query_range", [new("query", query), new("start", Text(from)), new("end", Text(to)), new("step", Text(step))], stop);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private async Task<IReadOnlyList<PrometheusSeries>> AskAsync(
        string path, List<KeyValuePair<string, string>> form, CancellationToken stop)
    {
        form.Add(new("timeout", $"{Text((long)ServerDeadline.TotalSeconds)}s"));
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(Deadline);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(_address, path));
        request.Content = new FormUrlEncodedContent(form);
        request.Headers.Authorization = _authorization;
        request.Headers.UserAgent.Add(new ProductInfoHeaderValue("unpause", null));
        try
        {
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, deadline.Token)
                .ConfigureAwait(false);
            Refuse(answer);
            var (bytes, length) = await HttpBody.ReadAsync(answer.Content, MostAnswerBytes, TooLong, deadline.Token).ConfigureAwait(false);
            var read = PrometheusAnswer.Read(bytes.AsSpan(0, length));
            if (answer.IsSuccessStatusCode && read is { IsSuccess: true }) return read.Series;
            throw Failure(answer.StatusCode, read?.Error);
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw new UserMistake($"{Place} does not answer: {Short((e.InnerException ?? e).Message)}. Check the address after "
                + $"--prometheus.");
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new PrometheusLimitException($"no answer in {Deadline.TotalSeconds:0} s");
        }
    }

    private void Refuse(HttpResponseMessage answer)
    {
        var code = (int)answer.StatusCode;
        if (answer.StatusCode is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden)
        {
            throw new UserMistake(
                $"{Place} refuses access (HTTP status {code}). Put its token or password into a file: --secret-file FILE. "
                + "With a password, the address has the user: http://USER@HOST:9090.");
        }

        if (code is >= 300 and < 400)
        {
            var target = answer.Headers.Location is { IsAbsoluteUri: true } location ? location.GetLeftPart(UriPartial.Path)
                : "another path";
            throw new UserMistake($"{Place} redirects to {Short(target)}, which is not followed. Type that address after --prometheus.");
        }
    }

    private Exception Failure(HttpStatusCode status, string? error)
    {
        if (error is null)
        {
            return new UserMistake(
                $"{Place} is not the HTTP API of Prometheus (HTTP status {(int)status}). "
                + "Add the path of the server: Mimir has /prometheus.");
        }

        // Prometheus says 400 and VictoriaMetrics 422, each with the name of the function.
        if (error.Contains("func", StringComparison.Ordinal) && error.Contains(PrometheusNames.HistogramCount, StringComparison.Ordinal))
            return new NoNativeHistogramsException(Short(error));

        // 422: too many samples; 503 and 504: it took too long; 413 and 429 are of proxies. 400 has limits of points and bytes in its text.
        var isLimit = status is HttpStatusCode.UnprocessableEntity or HttpStatusCode.ServiceUnavailable or HttpStatusCode.GatewayTimeout
            or HttpStatusCode.RequestEntityTooLarge or HttpStatusCode.TooManyRequests
            || error.Contains("maximum", StringComparison.Ordinal) || error.Contains("limit", StringComparison.Ordinal);
        return isLimit ? new PrometheusLimitException(Short(error)) : new UserMistake($"{Place}: {Short(error)}");
    }

    private static string Short(string text)
    {
        var clean = PlainText.Clean(text);
        return clean.Length > MostErrorChars ? clean[..MostErrorChars] : clean;
    }

    private static PrometheusLimitException TooLong() => new($"the answer is longer than {MostAnswerBytes >> 20} MB");
}
