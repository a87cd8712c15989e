using System.Threading.Channels;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Traces;

/// <summary>
/// Sends stops as spans: at most so many in a second, from a bounded queue, so that an endpoint that is slow or gone delays nothing. What
/// is left out is counted, and said once a minute.
/// </summary>
/// <param name="endpoint">The base address of an OTLP/HTTP endpoint.</param>
/// <param name="leastMilliseconds">Shorter stops are not sent.</param>
internal sealed class SpanSender(string endpoint, double leastMilliseconds) : IDisposable
{
    private const int MostTries = 6;

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(1), BetweenLines = TimeSpan.FromMinutes(1);

    private readonly Channel<DelayedRequest> _queue = Channel.CreateBounded<DelayedRequest>(
        new BoundedChannelOptions(ServiceLimits.MostQueuedSpans) { FullMode = BoundedChannelFullMode.Wait, SingleReader = true });

    private readonly OtlpClient _client = new(endpoint, OtlpClient.SpanSignal);
    private readonly Lock _lock = new();
    private (long Second, int Taken) _now;
    private long _sent, _leftOut, _lost, _said;
    private DateTimeOffset _saidAt = DateTimeOffset.MinValue;

    /// <summary>Takes lines for the log.</summary>
    public Action<string> Log { get; init; } = Console.Error.WriteLine;

    /// <summary>How long after a failure the next attempt is made; each further one waits twice as long.</summary>
    public TimeSpan FirstWait { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Spans that an endpoint took, that were too many, and that it did not take.</summary>
    public (long Sent, long LeftOut, long Lost) Count =>
        (Interlocked.Read(ref _sent), Interlocked.Read(ref _leftOut), Interlocked.Read(ref _lost));

    /// <summary>Takes a stop that a request was in. Never waits.</summary>
    public void Add(in DelayedRequest stop, DateTimeOffset now)
    {
        if (!stop.IsStop || stop.Stop.Nanoseconds < leastMilliseconds * 1e6) return;
        lock (_lock)
        {
            var second = now.ToUnixTimeSeconds();
            if (second != _now.Second) _now = (second, 0);
            if (_now.Taken < ServiceLimits.MostSpansPerSecond && _queue.Writer.TryWrite(stop)) _now.Taken++;
            else Interlocked.Increment(ref _leftOut);
        }
    }

    /// <summary>Sends until it is stopped, and then once what there is.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Every, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await SendAllAsync(stop).ConfigureAwait(false);
            SayLeftOut(DateTimeOffset.UtcNow);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task SendAllAsync(CancellationToken stop)
    {
        var together = new List<DelayedRequest>();
        while (true)
        {
            together.Clear();
            while (together.Count < ServiceLimits.MostSpansTogether && _queue.Reader.TryRead(out var next)) together.Add(next);
            if (together.Count == 0) return;
            var isSent = await SendAsync(OtlpSpans.Write(together), stop).ConfigureAwait(false);
            Interlocked.Add(ref isSent ? ref _sent : ref _lost, together.Count);
        }
    }

    private async Task<bool> SendAsync(byte[] message, CancellationToken stop)
    {
        var wait = FirstWait;
        for (var tries = 1; ; tries++, wait += wait)
        {
            // The last message goes out when the watcher ends, in one attempt.
            var answer = await _client.PostAsync(message, CancellationToken.None).ConfigureAwait(false);
            if (answer == OtlpAnswer.Taken) return true;
            if (answer == OtlpAnswer.Refused || tries == MostTries || stop.IsCancellationRequested) return false;
            await Task.Delay(wait, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private void SayLeftOut(DateTimeOffset now)
    {
        var (_, leftOut, lost) = Count;
        if (leftOut + lost == _said || now - _saidAt < BetweenLines) return;
        Log($"unpause watch: {leftOut} stops were not sent as spans because there were more than {ServiceLimits.MostSpansPerSecond} in a "
            + $"second or the endpoint was slow, {lost} because it did not take them (since the start)");
        (_said, _saidAt) = (leftOut + lost, now);
    }
}
