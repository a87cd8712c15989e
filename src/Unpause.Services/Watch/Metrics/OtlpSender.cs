using System.Net.Http.Headers;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Sends the metrics to an OTLP/HTTP endpoint. Counts are cumulative, so a request that fails loses nothing: the next one has all of it.
/// </summary>
internal sealed class OtlpSender : IDisposable
{
    private const string MediaType = "application/x-protobuf", Path = "v1/metrics";
    private const int MostAnswerBytes = 64 * 1024;

    // The default of OpenTelemetry's SDKs is a minute, which is long for an alert.
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(10), MostTime = TimeSpan.FromSeconds(5);

    private readonly WatchMetrics _metrics;
    private readonly Uri _address;
    private readonly DateTimeOffset _since = DateTimeOffset.UtcNow;
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, UseCookies = false })
    {
        Timeout = MostTime, MaxResponseContentBufferSize = MostAnswerBytes,
    };

    private string? _fault;

    /// <summary>Sends to an endpoint.</summary>
    /// <param name="endpoint">Its base address, to which <c>/v1/metrics</c> is added, as to OTEL_EXPORTER_OTLP_ENDPOINT.</param>
    public OtlpSender(WatchMetrics metrics, string endpoint)
    {
        _metrics = metrics;
        _address = new Uri(endpoint.EndsWith(Path, StringComparison.Ordinal) ? endpoint : $"{endpoint.TrimEnd('/')}/{Path}");
    }

    /// <summary>Sends until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Every, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // Also at the end, so that the last counts arrive.
            await SendAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task SendAsync()
    {
        var now = DateTimeOffset.UtcNow;
        using var content = new ByteArrayContent(OtlpMetrics.Write(_metrics.Collect(native: true, now), _since, now));
        content.Headers.ContentType = new MediaTypeHeaderValue(MediaType);
        try
        {
            using var answer = await _client.PostAsync(_address, content).ConfigureAwait(false);
            Report(answer.IsSuccessStatusCode ? null : $"it answered {(int)answer.StatusCode}");
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
        {
            Report(e.InnerException?.Message ?? e.Message);
        }
    }

    /// <summary>Says a fault once, not every few seconds.</summary>
    private void Report(string? fault)
    {
        if (fault is not null && _fault is null) Console.Error.WriteLine($"unpause watch: metrics were not sent to {_address}: {fault}");
        if (fault is null && _fault is not null) Console.Error.WriteLine($"unpause watch: metrics are sent to {_address} again");
        _fault = fault;
    }
}
