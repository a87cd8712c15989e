using System.Collections.Concurrent;
using System.Threading.Channels;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Judging;

/// <summary>
/// Decides when a ring is kept: when a condition holds, when a request was slow, and when somebody asks. Then the report on the kept files
/// is the verdict.
/// </summary>
internal sealed class Judge
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    // A condition that broke and holds again at once is the same alert.
    private static readonly TimeSpan Resolved = TimeSpan.FromSeconds(60);

    // Requests are slow together, and one ring has them all.
    private static readonly TimeSpan BetweenRequests = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan MostFinishing = TimeSpan.FromSeconds(10);

    // The first pauses of a process are too few for a finding: the ring is read again while the alert holds.
    private static readonly TimeSpan[] Again = [TimeSpan.FromSeconds(15), TimeSpan.FromSeconds(60)];

    // Values of a minute, so a maximum is not missed.
    private static readonly TimeSpan BetweenMaxima = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan UsualSpan = TimeSpan.FromSeconds(60);

    private readonly RingWatch _watch;
    private readonly RingKeeper _keeper;
    private readonly WatchSettings _settings;
    private readonly Action<string> _finish;
    private readonly List<(WatchCondition Condition, WatchMetric Metric)> _conditions = [];
    private readonly ConcurrentDictionary<string, OpenAlert> _alerts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<OpenAlert>> _beginning = new(StringComparer.Ordinal);
    private readonly HashSet<string> _withoutHistory = new(StringComparer.Ordinal);
    private readonly JudgeMemory _memory;
    private readonly Channel<(FollowedProcess Process, string Reason)> _asked = Channel.CreateBounded<(FollowedProcess, string)>(
        new BoundedChannelOptions(100) { FullMode = BoundedChannelFullMode.DropWrite });

    private readonly Dictionary<string, DateTimeOffset> _requested = new(StringComparer.Ordinal);
    private volatile bool _due;
    private DateTimeOffset _maxima;
    private IReadOnlyList<RingProcess> _seen = [];

    /// <summary>Judges what a watch sees.</summary>
    /// <param name="finish">Asks the recorder to end the oldest part of a process with all that its runtime writes at the end.</param>
    /// <param name="memory">What an earlier judge knew; null: nothing, and nothing is stored.</param>
    public Judge(RingWatch watch, RingKeeper keeper, WatchSettings settings, Action<string> finish, JudgeMemory? memory = null)
    {
        (_watch, _keeper, _settings, _finish, _memory) = (watch, keeper, settings, finish, memory ?? new JudgeMemory(null));
        foreach (var condition in settings.Alerts)
        {
            if (WatchMetric.Parse(condition.If, out _) is { } metric) _conditions.Add((condition, metric));
        }
    }

    /// <summary>
    /// How long what a condition needs is waited for: a request that waited for a pause ends after it, and .NET's events come a tenth of a
    /// second late.
    /// </summary>
    public TimeSpan After { get; init; } = TimeSpan.FromMilliseconds(400);

    /// <summary>The time at which rings are kept and alerts begin and end.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Takes lines for the log.</summary>
    public Action<string> Log { get; init; } = Console.Error.WriteLine;

    /// <summary>Takes an alert that began, got its verdict, or ended.</summary>
    public Action<WatchAlert>? Changed { get; set; }

    /// <summary>What sends its alerts, for what is counted of that.</summary>
    public AlertSender? Sender { get; set; }

    /// <summary>Alerts that hold.</summary>
    public IEnumerable<WatchAlert> Alerts => _alerts.Values.Where(open => open.IsFiring).Select(open => open.Alert);

    /// <summary>What is usual for a metric of a service over a minute; null where that is not known yet.</summary>
    public double? UsualOf(string service, string metric, DateTimeOffset now) =>
        _memory.Baselines.Of(service, metric, UsualSpan.TotalSeconds, now).Median;

    /// <summary>Something was seen that is new.</summary>
    public void See(FollowedProcess process, in SeenStop seen)
    {
        if (seen.Kind is SeenKind.Pause or SeenKind.Stop) _due = true;
        else if (seen.Kind == SeenKind.Request && _settings.SlowMs is { } slow && seen.Nanoseconds > slow * 1e6)
            AskForRequest(process, $"a request of {Quantities.Duration((double)seen.Nanoseconds)}", Clock.GetUtcNow());
    }

    /// <summary>Asks to keep a ring, for a reason of the watcher's own.</summary>
    public void Ask(FollowedProcess process, string reason) => _asked.Writer.TryWrite((process, reason));

    /// <summary>Asks to keep a ring because of a slow request; not again for a while.</summary>
    public void AskForRequest(FollowedProcess process, string reason, DateTimeOffset now)
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
    public Task<KeptRing?> KeepAsync(FollowedProcess process, string reason, CancellationToken stop) =>
        KeepAsync(process, reason, asked: true, stop);

    /// <summary>
    /// Keeps a ring for an alert of somebody else, within the limit per hour. It is judged afterwards. Null where nothing is recorded, or
    /// too much was kept.
    /// </summary>
    public Task<KeptRing?> KeepForOthersAsync(FollowedProcess process, string reason, CancellationToken stop)
    {
        var copied = new TaskCompletionSource<KeptRing?>(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = KeepOneAsync();
        return copied.Task;

        async Task KeepOneAsync()
        {
            try
            {
                copied.TrySetResult(await KeepAsync(process, reason, asked: false, stop, ring => copied.TrySetResult(ring))
                    .ConfigureAwait(false));
            }
            catch (OperationCanceledException)
            {
                copied.TrySetResult(null);
            }
        }
    }

    /// <summary>Goes on with alerts that held when an earlier judge ended.</summary>
    /// <param name="resumed">Takes each of them.</param>
    public void Resume(DateTimeOffset now, Action<WatchAlert> resumed)
    {
        foreach (var stored in _memory.Firing)
        {
            // A condition that is no longer asked for has ended.
            var condition = _settings.Alerts.FirstOrDefault(one => one.Name == stored.Condition.Name && one.If == stored.Condition.If);
            var alert = new WatchAlert(stored.Process, condition ?? stored.Condition, stored.Since)
            {
                Value = stored.Value,
                Baseline = stored.Baseline,
                Kept = stored.Ring is { } ring ? _keeper.Find(ring, stored.Process) : null,
            };
            resumed(alert);
            var process = new FollowedProcess(stored.Process.Key) { Facts = stored.Process };
            _alerts[alert.Key] = new OpenAlert(process, alert, condition is null ? now - Resolved : now) { IsFiring = true, IsSent = true };
        }
    }

    /// <summary>Judges until it is stopped, on a thread of its own: a timer's callback costs more than the judging.</summary>
    public void Run(CancellationToken stop)
    {
        var looked = DateTimeOffset.MinValue;
        while (!stop.IsCancellationRequested)
        {
            var now = Clock.GetUtcNow();
            if (now - looked > TimeSpan.FromSeconds(1))
            {
                looked = now;
                if (_watch.IndexSeen is not null) Turn([.. _watch.Processes], now, stop);
            }
            else if (_due)
            {
                // A new stop can begin an alert of its process; only time can end one.
                _due = false;
                foreach (var process in _watch.TakeNews()) Turn(process, now, stop);
            }

            stop.WaitHandle.WaitOne(Look);
        }

        _memory.Store(Alerts, Clock.GetUtcNow());
    }

    /// <summary>Keeps the rings that were asked for, until it is stopped.</summary>
    public async Task KeepAskedAsync(CancellationToken stop)
    {
        await foreach (var (process, reason) in _asked.Reader.ReadAllAsync(stop).ConfigureAwait(false))
            await KeepAsync(process, reason, asked: false, stop).ConfigureAwait(false);
    }

    /// <summary>Judges all processes at one moment.</summary>
    internal void Turn(IReadOnlyList<FollowedProcess> processes, DateTimeOffset now, CancellationToken stop)
    {
        var isDue = now - _maxima >= BetweenMaxima;
        if (isDue || !_seen.SequenceEqual(processes.Select(process => process.Facts), ReferenceEqualityComparer.Instance))
        {
            _seen = [.. processes.Select(process => process.Facts)];
            _memory.Changes.See(_seen, now);
        }

        foreach (var process in processes) Turn(process, now, stop);
        var keys = processes.Select(process => process.Key).ToHashSet(StringComparer.Ordinal);
        foreach (var open in _alerts.Values)
        {
            if (!keys.Contains(open.Process.Key)) EndWithItsProcess(open, now);
        }

        if (!isDue) return;
        _maxima = now;
        foreach (var process in processes.Where(process => process.Facts.IsRecorded)) TakeMaxima(process, now);
        _memory.Store(Alerts, now);
    }

    private void Turn(FollowedProcess process, DateTimeOffset now, CancellationToken stop)
    {
        var hasEnded = process.Facts.State == RingProcess.Ended;
        // Only this thread adds alerts, and one of this process only for the condition that it looks at.
        var isQuiet = _alerts.IsEmpty;
        // Most conditions look back equally far.
        var (sums, summed) = (default(RecentSums), TimeSpan.MinValue);
        foreach (var (condition, metric) in _conditions)
        {
            var open = isQuiet ? null : _alerts.GetValueOrDefault(WatchAlert.KeyOf(process.Key, condition));
            if (hasEnded)
            {
                if (open is not null) EndWithItsProcess(open, now);
                continue;
            }

            var over = TimeSpan.FromSeconds(condition.OverSeconds);
            if (over != summed) (sums, summed) = (process.Sums(now - over), over);
            var value = WatchedValues.Value(metric.Metric, process, sums, over);
            var baseline = metric.IsTimesBaseline ? BaselineOf(process, condition, metric, now) : null;
            var holds = value is { } known && (!metric.IsTimesBaseline || baseline is not null) && metric.Holds(known, baseline ?? 0);
            if (open is not null) Update(open, holds, value ?? 0, now, stop);
            else if (holds) Begin(process, condition, value!.Value, baseline, now, stop);
        }

        // What an earlier judge knew and is no longer asked for.
        if (isQuiet) return;
        foreach (var open in _alerts.Values.Where(open => open.Process.Key == process.Key && !IsAskedFor(open)))
            Update(open, holds: false, value: 0, now, stop);
    }

    private bool IsAskedFor(OpenAlert open) => _conditions.Exists(one => one.Condition.Name == open.Alert.Condition.Name);

    private double? BaselineOf(FollowedProcess process, WatchCondition condition, WatchMetric metric, DateTimeOffset now)
    {
        var service = process.Facts.Service;
        var (median, days) = _memory.Baselines.Of(service, metric.Metric, condition.OverSeconds, now);
        if (median is null && _withoutHistory.Count < ServiceLimits.MostServices && _withoutHistory.Add($"{service}\n{condition.Name}"))
        {
            Log($"unpause watch: {condition.If} is not judged for {RecordedText.Shorten(service, ServiceLimits.MostLabelChars)} yet: "
                + $"not enough history ({days} of {Baselines.FewestDays} days)");
        }

        return median;
    }

    private void TakeMaxima(FollowedProcess process, DateTimeOffset now)
    {
        foreach (var (metric, _, _) in WatchMetric.Names) Take(metric, UsualSpan);
        Take(WatchedValues.HeapAfterBytes, UsualSpan);
        foreach (var (condition, metric) in _conditions)
        {
            var over = TimeSpan.FromSeconds(condition.OverSeconds);
            if (metric.IsTimesBaseline && over != UsualSpan) Take(metric.Metric, over);
        }

        void Take(string metric, TimeSpan over)
        {
            if (WatchedValues.Value(metric, process, now, over) is { } value)
                _memory.Baselines.Take(process.Facts.Service, metric, over.TotalSeconds, value, now);
        }
    }

    private void Begin(
        FollowedProcess process, WatchCondition condition, double value, double? baseline, DateTimeOffset now, CancellationToken stop)
    {
        var open = new OpenAlert(process, new WatchAlert(process.Facts, condition, now) { Value = value, Baseline = baseline }, now);
        _alerts[open.Alert.Key] = open;
        Update(open, holds: true, value, now, stop);
    }

    private void Update(OpenAlert open, bool holds, double value, DateTimeOffset now, CancellationToken stop)
    {
        if (holds)
        {
            open.LastHeld = now;
            var isLess = open.Alert.Condition.If.Contains('<', StringComparison.Ordinal);
            open.Alert = open.Alert with { Value = isLess ? Math.Min(open.Alert.Value, value) : Math.Max(open.Alert.Value, value) };
            if (open.IsFiring) _memory.Changes.Held(open.Alert, now);
            if (open.IsFiring || now - open.Alert.Since < TimeSpan.FromSeconds(open.Alert.Condition.ForSeconds)) return;
            open.IsFiring = true;
            open.Alert = open.Alert with { Change = _memory.Changes.Find(open.Alert.Process.Service, open.Alert.Condition, now) };
            _memory.Changes.Held(open.Alert, now);
            Fire(open, stop);
        }
        else if (!open.IsFiring)
        {
            _alerts.TryRemove(open.Alert.Key, out _);
        }
        else if (open.IsSent && now - open.LastHeld >= Resolved)
        {
            End(open, open.Alert with { EndedAt = now }, now);
        }
    }

    private void EndWithItsProcess(OpenAlert open, DateTimeOffset now)
    {
        if (!open.IsFiring) _alerts.TryRemove(open.Alert.Key, out _);
        else if (open.IsSent) End(open, open.Alert with { EndedAt = now, IsProcessGone = true }, now);
    }

    private void End(OpenAlert open, WatchAlert ended, DateTimeOffset now)
    {
        _alerts.TryRemove(ended.Key, out _);
        lock (open)
        {
            open.IsOver = true;
            Changed?.Invoke(ended);
        }

        _memory.Store(Alerts, now);
    }

    /// <summary>Keeps one ring for all conditions of a process that begin to hold at about the same time.</summary>
    private void Fire(OpenAlert open, CancellationToken stop)
    {
        lock (_beginning)
        {
            if (_beginning.TryGetValue(open.Process.Key, out var others))
            {
                others.Add(open);
                return;
            }

            _beginning[open.Process.Key] = [open];
        }

        _ = FireAsync(open.Process, stop);
    }

    private async Task FireAsync(FollowedProcess process, CancellationToken stop)
    {
        await Task.Delay(After, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        List<OpenAlert> all;
        lock (_beginning)
        {
            all = _beginning[process.Key];
            _beginning.Remove(process.Key);
        }

        var reason = string.Join(", ", all.Select(open => open.Alert.Condition)
            .Select(condition => condition.Name == condition.If ? condition.If : $"{condition.Name}: {condition.If}"));
        try
        {
            if (await KeepNowAsync(process, reason, asked: false, copied: null, ring => Announce(all, ring), stop).ConfigureAwait(false)
                is { } kept)
            {
                await KeepUpAsync(process, all, kept, stop).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or UnauthorizedAccessException)
        {
            // The watcher ends, or the ring was removed while it was read again.
        }

        // Nothing could be kept: the alert goes out without its cause.
        if (all.Exists(open => !open.IsSent)) Announce(all, null);
    }

    /// <summary>Reads the ring again where the first pauses were too few to name a cause.</summary>
    private async Task KeepUpAsync(FollowedProcess process, List<OpenAlert> all, KeptRing ring, CancellationToken stop)
    {
        var since = Clock.GetUtcNow();
        foreach (var after in Again)
        {
            if (ring.Verdict?.Cause is not null || all.TrueForAll(open => open.IsOver)) return;
            var left = since + after - Clock.GetUtcNow();
            if (left > TimeSpan.Zero) await Task.Delay(left, stop).ConfigureAwait(false);
            if (all.TrueForAll(open => open.IsOver)) return;
            _keeper.CopyAgain(process, ring);
            ring = await _keeper.JudgeAsync(ring, stop).ConfigureAwait(false);
            process.Judged(ring);
            await _keeper.WritePageAsync(ring, stop).ConfigureAwait(false);
            if (ring.Verdict?.Cause is not null) Announce(all, ring);
        }
    }

    private void Announce(List<OpenAlert> all, KeptRing? ring)
    {
        foreach (var open in all)
        {
            lock (open)
            {
                if (open.IsOver) continue;
                open.Alert = open.Alert with { Kept = ring };
                Changed?.Invoke(open.Alert);
                open.IsSent = true;
            }
        }

        _memory.Store(Alerts, Clock.GetUtcNow());
    }

    private async Task<KeptRing?> KeepAsync(
        FollowedProcess process, string reason, bool asked, CancellationToken stop, Action<KeptRing>? copied = null)
    {
        await Task.Delay(After, stop).ConfigureAwait(false);
        return await KeepNowAsync(process, reason, asked, copied, judged: null, stop).ConfigureAwait(false);
    }

    private async Task<KeptRing?> KeepNowAsync(
        FollowedProcess process, string reason, bool asked, Action<KeptRing>? copied, Action<KeptRing>? judged, CancellationToken stop)
    {
        try
        {
            if (_keeper.Copy(process, reason, Clock.GetUtcNow(), asked) is not { } copy) return null;
            copied?.Invoke(copy);
            var ring = await _keeper.JudgeAsync(copy, stop).ConfigureAwait(false);
            process.Judged(ring);
            judged?.Invoke(ring);
            // The page is larger than the verdict, and nobody waits for it.
            await _keeper.WritePageAsync(ring, stop).ConfigureAwait(false);
            if (process.Facts.Runtime != Runtimes.DotNet) return ring;
            // The same again with the names of methods: sent again only where they change the verdict.
            var named = await WithNamesAsync(process, ring, stop).ConfigureAwait(false);
            process.Judged(named);
            if (named.Verdict != ring.Verdict) judged?.Invoke(named);
            await _keeper.WritePageAsync(named, stop).ConfigureAwait(false);
            return named;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Log($"unpause watch: the ring of process {process.Facts.Id} could not be kept: {e.Message}");
            return null;
        }
    }

    /// <summary>.NET writes the names of methods when a recording ends: the part is ended, and read again.</summary>
    private async Task<KeptRing> WithNamesAsync(FollowedProcess process, KeptRing ring, CancellationToken stop)
    {
        if (ring.Process.OldestPart is not { Ended: false, Name: var part }) return ring;
        _finish(process.Key);
        for (var until = Clock.GetUtcNow() + MostFinishing; Clock.GetUtcNow() < until;)
        {
            await Task.Delay(Look, stop).ConfigureAwait(false);
            if (process.Facts.Parts.FirstOrDefault(one => one.Name == part) is not { Ended: true }) continue;
            _keeper.CopyAgain(process, ring);
            return await _keeper.JudgeAsync(ring, stop).ConfigureAwait(false);
        }

        return ring;
    }
}
