using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// Posts JSON, or what an http address takes. Redirects are not followed, and the answer's body is not read. https goes by the machine's
/// curl, which verifies certificates with its certificate store: this program is static and has no OpenSSL, which would need security
/// updates of its own.
/// </summary>
internal sealed class HttpDelivery : IDisposable
{
    /// <summary>Variables of curl that name where a company's own certificates are.</summary>
    public static readonly string[] Stores = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"];

    private const string Json = "application/json";

    private const int MostHeaderKilobytes = 16, FirstSuccess = 200, FirstRefusal = 300, FirstServerError = 500;

    private readonly Uri _address;
    private readonly string _mediaType;
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
        ConnectTimeout = TimeSpan.FromSeconds(5),
        MaxResponseHeadersLength = MostHeaderKilobytes,
        MaxConnectionsPerServer = 2,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5),
    })
    {
        Timeout = ServiceLimits.MostDelivery,
    };

    /// <summary>Posts to an address.</summary>
    /// <param name="mediaType">The type of the bodies; by curl only text is posted.</param>
    public HttpDelivery(Uri address, string mediaType = Json) => (_address, _mediaType) = (address, mediaType);

    /// <summary>An address without what may be secret in it: its path and query.</summary>
    public static string Place(Uri address) => address.GetLeftPart(UriPartial.Authority);

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>Posts a body.</summary>
    /// <exception cref="DeliveryException">It was not taken.</exception>
    public async Task PostAsync(byte[] body, CancellationToken stop)
    {
        var code = _address.Scheme == Uri.UriSchemeHttps
            ? await PostByCurlAsync(body, stop).ConfigureAwait(false)
            : await PostPlainAsync(body, stop).ConfigureAwait(false);
        if (code is >= FirstSuccess and < FirstRefusal) return;
        var isFinal = code is >= FirstRefusal and < FirstServerError
            and not ((int)HttpStatusCode.RequestTimeout or (int)HttpStatusCode.TooManyRequests);
        throw new DeliveryException($"HTTP status {code}") { IsFinal = isFinal };
    }

    private async Task<int> PostPlainAsync(byte[] body, CancellationToken stop)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, _address);
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(_mediaType);
        request.Headers.UserAgent.Add(new ProductInfoHeaderValue("unpause", null));
        try
        {
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, stop).ConfigureAwait(false);
            return (int)answer.StatusCode;
        }
        catch (HttpRequestException failure)
        {
            throw new DeliveryException((failure.InnerException ?? failure).Message);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new DeliveryException($"no answer in {ServiceLimits.MostDelivery.TotalSeconds:0} s");
        }
    }

    private async Task<int> PostByCurlAsync(byte[] json, CancellationToken stop)
    {
        if (WatchTargets.Curl is not { } curl) throw new DeliveryException(WatchTargets.NeedsCurl);
        // Its settings on standard input: the address may have a token, and arguments are visible to all users.
        var (exit, output, errors) = await BoundedChild.RunAsync([curl, "-q", "--config", "-"], Settings(json), Stores, stop)
            .ConfigureAwait(false);
        if (exit != 0) throw new DeliveryException(errors.Length > 0 ? errors.Trim() : $"curl: exit code {exit}");
        return int.TryParse(output, NumberStyles.None, CultureInfo.InvariantCulture, out var code) ? code : 0;
    }

    private byte[] Settings(byte[] json)
    {
        var most = ServiceLimits.MostDelivery.TotalSeconds.ToString(CultureInfo.InvariantCulture);
        return Encoding.UTF8.GetBytes(
            $"""
            url = {Quoted(_address.AbsoluteUri)}
            request = POST
            header = "Content-Type: {_mediaType}"
            header = "Expect:"
            user-agent = unpause
            proto = "=https"
            noproxy = "*"
            max-time = {most}
            globoff
            silent
            show-error
            output = /dev/null
            write-out = "%{"{http_code}"}"
            data-binary = {Quoted(Encoding.UTF8.GetString(json))}

            """);
    }

    private static string Quoted(string text) =>
        $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}
