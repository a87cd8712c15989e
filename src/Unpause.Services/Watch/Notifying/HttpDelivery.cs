using System.Net;
using System.Net.Http.Headers;

namespace Unpause.Services.Watch.Notifying;

/// <summary>Posts JSON. Redirects are not followed, certificates are verified, and the answer's body is not read.</summary>
internal sealed class HttpDelivery : IDisposable
{
    private const int MostHeaderKilobytes = 16, FirstRefusal = 300, FirstServerError = 500;

    private readonly Uri _address;
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
    public HttpDelivery(Uri address) => _address = address;

    /// <summary>An address without what may be secret in it: its path and query.</summary>
    public static string Place(Uri address) => address.GetLeftPart(UriPartial.Authority);

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>Posts a body.</summary>
    /// <exception cref="DeliveryException">It was not taken.</exception>
    public async Task PostAsync(byte[] json, CancellationToken stop)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, _address);
        request.Content = new ByteArrayContent(json);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.UserAgent.Add(new ProductInfoHeaderValue("unpause", null));
        try
        {
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, stop).ConfigureAwait(false);
            if (answer.IsSuccessStatusCode) return;
            var code = (int)answer.StatusCode;
            var isFinal = code is >= FirstRefusal and < FirstServerError
                && answer.StatusCode is not (HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests);
            throw new DeliveryException($"HTTP status {code}") { IsFinal = isFinal };
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
}
