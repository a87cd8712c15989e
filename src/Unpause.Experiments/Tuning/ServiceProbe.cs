namespace Unpause.Experiments.Tuning;

/// <summary>Whether a service answers.</summary>
internal sealed class ServiceProbe : IDisposable
{
    private const int FirstServerFault = 500;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100), Patience = TimeSpan.FromSeconds(2);

    private readonly Uri _url;
    private readonly HttpMessageInvoker _client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false });

    public ServiceProbe(Uri url) => _url = url;

    /// <summary>Waits until the service answers without a server error.</summary>
    /// <param name="within">How long at most.</param>
    /// <param name="gone">Whether there is nothing left to wait for.</param>
    /// <param name="stop">Ends the wait.</param>
    public bool WaitUntilReady(TimeSpan within, Func<bool> gone, CancellationToken stop) => Wait(within, gone, ready: true, stop);

    /// <summary>Waits until nothing answers any more, such as the program of the trial before.</summary>
    /// <param name="within">How long at most.</param>
    /// <param name="stop">Ends the wait.</param>
    public bool WaitUntilFree(TimeSpan within, CancellationToken stop) => Wait(within, () => false, ready: false, stop);

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private bool Wait(TimeSpan within, Func<bool> gone, bool ready, CancellationToken stop)
    {
        var began = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < within && !gone())
        {
            stop.ThrowIfCancellationRequested();
            var status = Ask(stop);
            if (ready ? status is > 0 and < FirstServerFault : status is null) return true;
            Thread.Sleep(Pause);
        }

        return false;
    }

    /// <summary>The HTTP status; 0 when a listener does not answer in time; null when nothing listens.</summary>
    private int? Ask(CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(Patience);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, _url);
            using var answer = _client.Send(request, limit.Token);
            return (int)answer.StatusCode;
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return 0;
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }
}
