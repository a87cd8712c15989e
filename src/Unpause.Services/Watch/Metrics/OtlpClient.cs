using System.Net;
using System.Net.Http.Headers;

namespace Unpause.Services.Watch.Metrics;

/// <summary>What an endpoint did with a message.</summary>
internal enum OtlpAnswer
{
    /// <summary>It took it.</summary>
    Taken,

    /// <summary>It may take it later.</summary>
    Later,

    /// <summary>It will never take it.</summary>
    Refused,
}

/// <summary>Posts messages of one signal to an OTLP/HTTP endpoint.</summary>
/// <param name="endpoint">Its base address, as in OTEL_EXPORTER_OTLP_ENDPOINT; or that of its metrics.</param>
/// <param name="signal">As in the path: metrics, traces, logs.</param>
internal sealed class OtlpClient(string endpoint, string signal) : IDisposable
{
    /// <summary>The type of a message.</summary>
    public const string MediaType = "application/x-protobuf";

    private const string OfMetrics = "/v1/metrics";
    private const int MostAnswerBytes = 64 * 1024;

    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(5);

    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, UseCookies = false })
    {
        Timeout = MostTime, MaxResponseContentBufferSize = MostAnswerBytes,
    };

    private string? _fault;

    /// <summary>Takes lines for the log.</summary>
    public Action<string> Log { get; init; } = Console.Error.WriteLine;

    private Uri Address { get; } = AddressOf(endpoint, signal);

    /// <summary>Where the messages of a signal go.</summary>
    public static Uri AddressOf(string endpoint, string signal)
    {
        var root = endpoint.EndsWith(OfMetrics, StringComparison.Ordinal) ? endpoint[..^OfMetrics.Length] : endpoint.TrimEnd('/');
        return new Uri($"{root}/v1/{signal}");
    }

    /// <summary>Posts a message.</summary>
    public async Task<OtlpAnswer> PostAsync(byte[] message, CancellationToken stop)
    {
        using var content = new ByteArrayContent(message);
        content.Headers.ContentType = new MediaTypeHeaderValue(MediaType);
        try
        {
            using var answer = await _client.PostAsync(Address, content, stop).ConfigureAwait(false);
            Report(answer.IsSuccessStatusCode ? null : $"it answered {(int)answer.StatusCode}");
            // The specification's own list (opentelemetry-proto 1.x, docs/specification.md, "Failures").
            return answer.IsSuccessStatusCode ? OtlpAnswer.Taken
                : answer.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.BadGateway
                    or HttpStatusCode.ServiceUnavailable or HttpStatusCode.GatewayTimeout ? OtlpAnswer.Later
                : OtlpAnswer.Refused;
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
        {
            if (!stop.IsCancellationRequested) Report(e.InnerException?.Message ?? e.Message);
            return OtlpAnswer.Later;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>Says a fault once, not every few seconds.</summary>
    private void Report(string? fault)
    {
        var kind = signal == SpanSignal ? "stops" : signal;
        if (fault is not null && _fault is null) Log($"unpause watch: {kind} were not sent to {Address}: {fault}");
        if (fault is null && _fault is not null) Log($"unpause watch: {kind} are sent to {Address} again");
        _fault = fault;
    }

    /// <summary>The signals.</summary>
    public const string MetricSignal = "metrics", SpanSignal = "traces", LogSignal = "logs";
}
