using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch.Notifying;

/// <summary>Sends alerts to all targets, at most so many about one process in an hour.</summary>
internal sealed class AlertSender : IDisposable
{
    private readonly List<TargetQueue> _queues;
    private readonly int _mostPerHour;
    private readonly Dictionary<string, ProcessNotices> _processes = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    /// <summary>Sends to targets.</summary>
    /// <param name="mostPerHour">Notifications about one process in an hour.</param>
    public AlertSender(IEnumerable<TargetQueue> queues, int mostPerHour) => (_queues, _mostPerHour) = ([.. queues], mostPerHour);

    /// <summary>Messages to each target, and what was given up.</summary>
    public IEnumerable<(string Target, long Sent, long Failed, long Lost)> Counts => _queues.Select(queue => queue.Count);

    /// <summary>Makes the targets of the settings.</summary>
    /// <param name="log">Takes lines about failures.</param>
    /// <param name="more">A target of which the settings alone do not make one.</param>
    public static AlertSender Create(WatchSettings settings, Action<string> log, params ReadOnlySpan<IAlertTarget?> more)
    {
        var targets = new List<IAlertTarget>();
        foreach (var address in settings.To.Alertmanagers.Select(AddressOf).OfType<Uri>()) targets.Add(new AlertmanagerTarget(address));
        foreach (var address in settings.To.Webhooks.Select(AddressOf).OfType<Uri>()) targets.Add(new WebhookTarget(address));
        if (settings.To.Command.Count > 0) targets.Add(new CommandTarget(settings.To.Command));
        if (settings.To.Journal && File.Exists(JournalTarget.UsualSocket)) targets.Add(new JournalTarget(JournalTarget.UsualSocket));
        if (settings is { Otlp: { } collector, OtlpLogs: true }) targets.Add(new OtlpLogTarget(collector));
        foreach (var target in more)
        {
            if (target is not null) targets.Add(target);
        }

        return new AlertSender(targets.Select(target => new TargetQueue(target, log)), settings.MostNoticesPerHour);
    }

    /// <summary>Delivers until it is stopped.</summary>
    public Task RunAsync(CancellationToken stop) => Task.WhenAll(_queues.Select(queue => queue.RunAsync(stop)));

    /// <summary>Takes an alert that began, of which more is known, or that ended. Never waits.</summary>
    public void Send(WatchAlert alert, DateTimeOffset now)
    {
        lock (_lock)
        {
            if (!_processes.TryGetValue(alert.Process.Key, out var process))
            {
                Forget(now);
                _processes[alert.Process.Key] = process = new ProcessNotices();
            }

            if (process.Take(alert, _mostPerHour, now) is { } leftOut) Add(new AlertNotice(alert, leftOut));
        }
    }

    /// <summary>
    /// Takes an alert that holds since before a restart of the judge: it is not said again, but repeated where that is needed.
    /// </summary>
    public void Resume(WatchAlert alert)
    {
        lock (_lock)
        {
            if (!_processes.TryGetValue(alert.Process.Key, out var process)) _processes[alert.Process.Key] = process = new ProcessNotices();
            process.Resume(alert);
            Add(new AlertNotice(alert, 0) { IsKnown = true });
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var queue in _queues) queue.Dispose();
    }

    private static Uri? AddressOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
            ? address
            : null;

    private void Add(AlertNotice notice)
    {
        foreach (var queue in _queues) queue.Add(notice);
    }

    private void Forget(DateTimeOffset now)
    {
        foreach (var key in _processes.Where(entry => entry.Value.IsOver(now)).Select(entry => entry.Key).ToList()) _processes.Remove(key);
    }

    /// <summary>What was sent about one process.</summary>
    private sealed class ProcessNotices
    {
        private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

        private readonly Queue<DateTimeOffset> _times = new();
        private readonly HashSet<string> _open = new(StringComparer.Ordinal);
        private long _leftOut;

        /// <summary>How many were left out before this one; null: this one is left out too.</summary>
        public long? Take(WatchAlert alert, int most, DateTimeOffset now)
        {
            while (_times.TryPeek(out var oldest) && now - oldest >= Hour) _times.Dequeue();
            if (alert.EndedAt is not null)
            {
                // Its place was reserved when it began; what never began for the targets does not end.
                if (!_open.Remove(alert.Key)) return null;
            }
            else if (_times.Count + _open.Count + (_open.Contains(alert.Key) ? 1 : 2) > most)
            {
                _leftOut++;
                return null;
            }
            else
            {
                _open.Add(alert.Key);
            }

            _times.Enqueue(now);
            var leftOut = _leftOut;
            _leftOut = 0;
            return leftOut;
        }

        public void Resume(WatchAlert alert) => _open.Add(alert.Key);

        public bool IsOver(DateTimeOffset now) => _open.Count == 0 && _times.All(time => now - time >= Hour);
    }
}
