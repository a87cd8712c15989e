using System.Collections.Concurrent;
using System.Threading.Channels;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Judging;

/// <summary>
/// Decides when a ring is kept: when a condition holds, when a request was slow, and when somebody asks. Then the report on the kept files
/// is the verdict.
/// </summary>
internal sealed class Judge
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    // A request that waited for a pause ends after it, and .NET's events come a tenth of a second late.
    private static readonly TimeSpan After = TimeSpan.FromMilliseconds(400);

    // A condition that broke and holds again at once is the same alert.
    private static readonly TimeSpan Resolved = TimeSpan.FromSeconds(60);
    // Requests are slow together, and one ring has them all.
    private static readonly TimeSpan BetweenRequests = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan MostFinishing = TimeSpan.FromSeconds(10);

    private readonly RingWatch _watch;
    private readonly RingKeeper _keeper;
    private readonly WatchSettings _settings;
    private readonly Action<string> _finish;
    private readonly List<(WatchCondition Condition, WatchMetric Metric)> _conditions = [];
    private readonly ConcurrentDictionary<string, OpenAlert> _alerts = new(StringComparer.Ordinal);
    private readonly Channel<(WatchedProcess Process, string Reason)> _asked = Channel.CreateBounded<(WatchedProcess, string)>(
        new BoundedChannelOptions(100) { FullMode = BoundedChannelFullMode.DropWrite });

    private readonly Dictionary<string, DateTimeOffset> _requested = new(StringComparer.Ordinal);
    private volatile bool _due;

    /// <summary>Judges what a watch sees.</summary>
    /// <param name="finish">Asks the recorder to end the oldest part of a process with all that its runtime tells at the end.</param>
    public Judge(RingWatch watch, RingKeeper keeper, WatchSettings settings, Action<string> finish)
    {
        (_watch, _keeper, _settings, _finish) = (watch, keeper, settings, finish);
        foreach (var condition in settings.Alerts)
        {
            if (WatchMetric.Parse(condition.If, out _) is { } metric) _conditions.Add((condition, metric));
        }
    }

    /// <summary>Takes an alert that began, got its verdict, or ended.</summary>
    public Action<WatchAlert>? Changed { get; set; }

    /// <summary>Alerts that hold.</summary>
    public IEnumerable<WatchAlert> Alerts => _alerts.Values.Where(open => open.IsFiring).Select(open => open.Alert);

    /// <summary>Something was seen that is new.</summary>
    public void See(WatchedProcess process, in SeenStop seen)
    {
        if (seen.Kind != SeenKind.Request) _due = true;
        else if (_settings.SlowMs is { } slow && seen.Nanoseconds > slow * 1e6)
            AskForRequest(process, $"a request of {Quantities.Duration((double)seen.Nanoseconds)}", DateTimeOffset.UtcNow);
    }

    /// <summary>Asks to keep a ring, for a reason of the watcher's own.</summary>
    public void Ask(WatchedProcess process, string reason) => _asked.Writer.TryWrite((process, reason));

    /// <summary>Asks to keep a ring because of a slow request; not again for a while.</summary>
    public void AskForRequest(WatchedProcess process, string reason, DateTimeOffset now)
    {
        lock (_requested)
        {
            if (_requested.TryGetValue(process.Key, out var last) && now - last < BetweenRequests) return;
            foreach (var (key, _) in _requested.Where(one => now - one.Value >= BetweenRequests).ToList()) _requested.Remove(key);
            _requested[process.Key] = now;
        }

        Ask(process, reason);
    }

    /// <summary>Keeps a ring because somebody asked, and judges it; null where nothing is recorded.</summary>
    public Task<KeptRing?> KeepAsync(WatchedProcess process, string reason, CancellationToken stop) =>
        KeepAsync(process, reason, asked: true, _ => { }, stop);

    /// <summary>Judges until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        var requests = TakeAskedAsync(stop);
        var looked = DateTimeOffset.MinValue;
        while (!stop.IsCancellationRequested)
        {
            var now = DateTimeOffset.UtcNow;
            // A new stop can begin an alert; only time can end one.
            if (_due || now - looked > TimeSpan.FromSeconds(1))
            {
                (_due, looked) = (false, now);
                foreach (var process in _watch.Processes) Turn(process, now, stop);
            }

            await Task.Delay(Look, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await requests.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task TakeAskedAsync(CancellationToken stop)
    {
        await foreach (var (process, reason) in _asked.Reader.ReadAllAsync(stop).ConfigureAwait(false))
            await KeepAsync(process, reason, asked: false, _ => { }, stop).ConfigureAwait(false);
    }

    private void Turn(WatchedProcess process, DateTimeOffset now, CancellationToken stop)
    {
        foreach (var (condition, metric) in _conditions)
        {
            var value = metric.ValueOf(process, now, TimeSpan.FromSeconds(condition.OverSeconds));
            var key = $"{process.Key}/{condition.Name}";
            var holds = value is { } known && metric.Holds(known);
            if (_alerts.TryGetValue(key, out var open)) Update(open, holds, value ?? 0, now, stop);
            else if (holds) Begin(process, condition, value!.Value, now, stop);
        }
    }

    private void Begin(WatchedProcess process, WatchCondition condition, double value, DateTimeOffset now, CancellationToken stop)
    {
        var open = new OpenAlert(process, new WatchAlert(process.Facts, condition, now) { Value = value }, now);
        _alerts[open.Alert.Key] = open;
        Update(open, holds: true, value, now, stop);
    }

    private void Update(OpenAlert open, bool holds, double value, DateTimeOffset now, CancellationToken stop)
    {
        if (holds)
        {
            open.LastHeld = now;
            open.Alert = open.Alert with { Value = Math.Max(open.Alert.Value, value) };
            if (open.IsFiring || now - open.Alert.Since < TimeSpan.FromSeconds(open.Alert.Condition.ForSeconds)) return;
            open.IsFiring = true;
            _ = FireAsync(open, stop);
        }
        else if (!open.IsFiring)
        {
            _alerts.TryRemove(open.Alert.Key, out _);
        }
        else if (now - open.LastHeld > Resolved)
        {
            _alerts.TryRemove(open.Alert.Key, out _);
            Changed?.Invoke(open.Alert with { EndedAt = now });
        }
    }

    private async Task FireAsync(OpenAlert open, CancellationToken stop)
    {
        var reason = $"{open.Alert.Condition.Name}: {open.Alert.Condition.If}";
        Task keeping = KeepAsync(open.Process, reason, asked: false, ring => Tell(open, ring), stop);
        await keeping.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // Nothing could be kept: the alert goes out without its cause.
        if (!open.IsTold) Tell(open, null);
    }

    private void Tell(OpenAlert open, KeptRing? ring)
    {
        open.IsTold = true;
        open.Alert = open.Alert with { Kept = ring };
        Changed?.Invoke(open.Alert);
    }

    private async Task<KeptRing?> KeepAsync(
        WatchedProcess process, string reason, bool asked, Action<KeptRing> told, CancellationToken stop)
    {
        await Task.Delay(After, stop).ConfigureAwait(false);
        KeptRing? ring;
        try
        {
            if (_keeper.Copy(process, reason, DateTimeOffset.UtcNow, asked) is not { } copied) return null;
            ring = await _keeper.JudgeAsync(copied, stop).ConfigureAwait(false);
            told(ring);
            if (process.Facts.Runtime != "dotnet") return ring;
            // The same again with the names of methods: told only where they change what is said.
            var named = await WithNamesAsync(process, ring, stop).ConfigureAwait(false);
            if (named.Verdict != ring.Verdict) told(named);
            ring = named;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine($"unpause watch: the ring of process {process.Facts.Id} could not be kept: {e.Message}");
            return null;
        }

        return ring;
    }

    /// <summary>.NET writes the names of methods when a recording ends: the part is ended, and read again.</summary>
    private async Task<KeptRing> WithNamesAsync(WatchedProcess process, KeptRing ring, CancellationToken stop)
    {
        var part = ring.Process.Parts.FirstOrDefault(part => !part.Ended)?.Name;
        if (part is null) return ring;
        _finish(process.Key);
        for (var until = DateTimeOffset.UtcNow + MostFinishing; DateTimeOffset.UtcNow < until;)
        {
            await Task.Delay(Look, stop).ConfigureAwait(false);
            if (process.Facts.Parts.FirstOrDefault(one => one.Name == part) is not { Ended: true }) continue;
            _keeper.CopyAgain(process, ring);
            return await _keeper.JudgeAsync(ring, stop).ConfigureAwait(false);
        }

        return ring;
    }

    private sealed class OpenAlert(WatchedProcess process, WatchAlert alert, DateTimeOffset now)
    {
        public WatchedProcess Process { get; } = process;

        public WatchAlert Alert { get; set; } = alert;

        public DateTimeOffset LastHeld { get; set; } = now;

        public bool IsFiring { get; set; }

        public bool IsTold { get; set; }
    }
}
