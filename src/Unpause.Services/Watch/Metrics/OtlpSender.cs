namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Sends the metrics to an OTLP/HTTP endpoint. Counts are cumulative, so a request that fails loses nothing: the next one has all of it.
/// </summary>
/// <param name="endpoint">Its base address.</param>
internal sealed class OtlpSender(WatchMetrics metrics, string endpoint) : IDisposable
{
    // The default of OpenTelemetry's SDKs is a minute, which is long for an alert.
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(10);

    private readonly DateTimeOffset _since = DateTimeOffset.UtcNow;
    private readonly OtlpClient _client = new(endpoint, OtlpClient.MetricSignal);

    /// <summary>Sends until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Every, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // Also at the end, so that the last counts arrive.
            var now = DateTimeOffset.UtcNow;
            var message = OtlpMetrics.Write(metrics.Collect(native: true, now), _since, now);
            await _client.PostAsync(message, CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}
