using System.Threading.Channels;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// What waits for one target: bounded, the oldest goes first. A target that does not answer is tried again later and later, and delays
/// nobody else.
/// </summary>
internal sealed class TargetQueue : IDisposable
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromMinutes(1), MostWait = TimeSpan.FromMinutes(1);

    private readonly IAlertTarget _target;
    private readonly Action<string> _log;
    private readonly Channel<AlertNotice> _notices;
    private DateTimeOffset _logged, _repeated = DateTimeOffset.UtcNow;
    private long _sent, _failed, _lost, _failedSinceLine;

    /// <summary>Makes the queue of a target.</summary>
    /// <param name="log">Takes a line about failures, at most one a minute.</param>
    public TargetQueue(IAlertTarget target, Action<string> log)
    {
        (_target, _log) = (target, log);
        _notices = Channel.CreateBounded<AlertNotice>(
            new BoundedChannelOptions(ServiceLimits.MostQueuedNotices)
            {
                FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true,
            },
            _ => Interlocked.Increment(ref _lost));
    }

    /// <summary>Alerts of one moment wait so long for each other.</summary>
    public TimeSpan Gathering { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>The wait after a first failure; it doubles with each.</summary>
    public TimeSpan FirstWait { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The target's name, delivered messages, failed attempts, and alerts that were given up.</summary>
    public (string Target, long Sent, long Failed, long Lost) Count =>
        (_target.Name, Interlocked.Read(ref _sent), Interlocked.Read(ref _failed), Interlocked.Read(ref _lost));

    /// <summary>Takes a notice. Never waits.</summary>
    public void Add(AlertNotice notice) => _notices.Writer.TryWrite(notice);

    /// <summary>Delivers until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        try
        {
            while (!stop.IsCancellationRequested)
            {
                if (await IsWaitingAsync(stop).ConfigureAwait(false))
                {
                    await Task.Delay(Gathering, stop).ConfigureAwait(false);
                    await DeliverAsync(TakeTogether(), stop).ConfigureAwait(false);
                }

                if (_target.RepeatEvery is { } every && DateTimeOffset.UtcNow - _repeated >= every)
                    await RepeatAsync(stop).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // The watcher ends.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _target.Dispose();

    /// <summary>Waits for a notice, or for the next repetition.</summary>
    private async Task<bool> IsWaitingAsync(CancellationToken stop)
    {
        if (_target.RepeatEvery is not { } every) return await _notices.Reader.WaitToReadAsync(stop).ConfigureAwait(false);
        var left = every - (DateTimeOffset.UtcNow - _repeated);
        if (left <= TimeSpan.Zero) return _notices.Reader.TryPeek(out _);
        using var bounded = CancellationTokenSource.CreateLinkedTokenSource(stop);
        bounded.CancelAfter(left);
        try
        {
            return await _notices.Reader.WaitToReadAsync(bounded.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return false;
        }
    }

    /// <summary>The first that waits, and those behind it that are about the same process.</summary>
    private List<AlertNotice> TakeTogether()
    {
        var together = new List<AlertNotice>();
        while (together.Count < ServiceLimits.MostNoticesTogether && _notices.Reader.TryPeek(out var next)
            && (together.Count == 0 || next.Alert.Process.Key == together[0].Alert.Process.Key)
            && _notices.Reader.TryRead(out var taken))
        {
            // The later one says all that the earlier one does.
            var alert = taken.Alert;
            var same = together.Where(earlier => earlier.Alert.Key == alert.Key && earlier.Alert.EndedAt == alert.EndedAt).ToList();
            together.RemoveAll(same.Contains);
            together.Add(taken with { LeftOut = taken.LeftOut + same.Sum(earlier => earlier.LeftOut) });
        }

        return together;
    }

    private async Task DeliverAsync(List<AlertNotice> notices, CancellationToken stop)
    {
        if (notices.Count == 0) return;
        var since = DateTimeOffset.UtcNow;
        for (var wait = FirstWait; ; wait = wait + wait < MostWait ? wait + wait : MostWait)
        {
            if (await TryAsync(_target.SendAsync(notices, stop)).ConfigureAwait(false) is not { } failure)
            {
                Interlocked.Increment(ref _sent);
                return;
            }

            if (failure.IsFinal || DateTimeOffset.UtcNow - since + wait > _target.MostAge)
            {
                Interlocked.Add(ref _lost, notices.Count);
                return;
            }

            await Task.Delay(wait, stop).ConfigureAwait(false);
        }
    }

    private async Task RepeatAsync(CancellationToken stop)
    {
        _repeated = DateTimeOffset.UtcNow;
        await TryAsync(_target.RepeatAsync(stop)).ConfigureAwait(false);
    }

    private async Task<DeliveryException?> TryAsync(Task sending)
    {
        try
        {
            await sending.ConfigureAwait(false);
            return null;
        }
        catch (DeliveryException failure)
        {
            Interlocked.Increment(ref _failed);
            _failedSinceLine++;
            var now = DateTimeOffset.UtcNow;
            if (now - _logged < BetweenLines) return failure;
            _logged = now;
            var times = _failedSinceLine == 1 ? "" : $" ({_failedSinceLine} attempts failed since the last such line)";
            _failedSinceLine = 0;
            _log($"unpause watch: {_target.Name} does not take alerts: {AlertText.One(failure.Message)}{times}");
            return failure;
        }
    }
}
