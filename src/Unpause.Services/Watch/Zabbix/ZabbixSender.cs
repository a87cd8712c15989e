using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>
/// Sends values to Zabbix each half minute. Each value is of the time since the one before, so values that could not be sent wait, with
/// their times. Services are discovered first: Zabbix makes items of them, which takes a minute or two.
/// </summary>
internal sealed class ZabbixSender
{
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1), Every = TimeSpan.FromSeconds(30);

    // Zabbix removes items of services that are not discovered again.
    private static readonly TimeSpan BetweenDiscoveries = TimeSpan.FromMinutes(10);

    // Zabbix 6.0 reads its configuration once a minute, and makes items before that.
    private static readonly TimeSpan MostDiscovering = TimeSpan.FromMinutes(5);

    private readonly RingWatch _watch;
    private readonly Judge _judge;
    private readonly Action<string> _log;
    private readonly ServiceValues _values;
    private readonly Queue<TrapperValue> _waiting = new();
    private DateTimeOffset _since = DateTimeOffset.UtcNow, _next, _discovered, _changed;
    private string _services = "";
    private string? _fault;

    /// <summary>Sends what a watch sees and a judge knows.</summary>
    /// <param name="log">Takes a line about a fault, once, and one when it is over.</param>
    public ZabbixSender(TrapperClient client, RingWatch watch, Judge judge, Action<string> log)
    {
        (Client, _watch, _judge, _log) = (client, watch, judge, log);
        _values = new ServiceValues(judge.UsualOf);
        Alerts = new ZabbixTarget(client, () => judge.Alerts);
    }

    /// <summary>What sends.</summary>
    public TrapperClient Client { get; }

    /// <summary>Where alerts go.</summary>
    public IAlertTarget Alerts { get; }

    /// <summary>Sends until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Look, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // Also at the end, so that the last values arrive.
            await TurnAsync(stop.IsCancellationRequested, DateTimeOffset.UtcNow).ConfigureAwait(false);
        }
    }

    /// <summary>Sends what is due at a moment.</summary>
    /// <param name="isLast">Whether no other turn follows.</param>
    internal async Task TurnAsync(bool isLast, DateTimeOffset now)
    {
        if (_watch.IndexSeen is null) return;
        List<FollowedProcess> processes = [.. _watch.Processes];
        // At first as soon as there is a process, so that a wrong address or name of the host is said at once.
        if (!isLast && (now < _next || (_next == default && processes.Count == 0 && now - _since < Every))) return;
        foreach (var value in _values.Collect(processes, _since, now)) _waiting.Enqueue(value);
        (_since, _next) = (now, now + Every);
        Bound();
        Report(await FaultOfAsync(ServiceValues.Discovery(processes), processes, now).ConfigureAwait(false));
    }

    /// <summary>Sends all that waits; null when Zabbix took it.</summary>
    private async Task<string?> FaultOfAsync(string services, List<FollowedProcess> processes, DateTimeOffset now)
    {
        try
        {
            var own = OwnValues(services, processes, now);
            var answer = await Client.SendAsync(own, CancellationToken.None).ConfigureAwait(false);
            if (answer.Processed == 0)
            {
                // Values of services would have no items either; they wait until the host has them.
                return $"it has no host {Client.Place.Host} with the template of unpause, or does not take its values from this address";
            }

            if (services != _services) (_services, _changed) = (services, now);
            if (own.Exists(value => value.Key == ZabbixItems.Discovery)) _discovered = now;
            return await SendWaitingAsync(now).ConfigureAwait(false);
        }
        catch (DeliveryException failure)
        {
            return failure.Message;
        }
    }

    private async Task<string?> SendWaitingAsync(DateTimeOffset now)
    {
        long failed = 0, all = 0;
        while (_waiting.Count > 0)
        {
            var some = _waiting.Take(ServiceLimits.MostTrapperValues).ToList();
            var answer = await Client.SendAsync(some, CancellationToken.None).ConfigureAwait(false);
            // A new host or service has no items yet: its first values wait for them.
            if (answer.Processed == 0 && now - _changed < MostDiscovering) return null;
            for (var i = 0; i < some.Count; i++) _waiting.Dequeue();
            (failed, all) = (failed + answer.Failed, all + some.Count);
        }

        return failed > 0 && now - _changed >= MostDiscovering
            ? $"it refused {failed} of {all} values: items of host {Client.Place.Host} are disabled, or of another version of the template"
            : null;
    }

    private List<TrapperValue> OwnValues(string services, List<FollowedProcess> processes, DateTimeOffset now)
    {
        List<TrapperValue> values =
        [
            new(ZabbixItems.Recorded, Count(RingProcess.Recording), now), new(ZabbixItems.Refused, Count(RingProcess.Refused), now),
            .. ServiceValues.Holding(processes.Where(process => process.Facts.IsRecorded), [.. _judge.Alerts], now),
        ];
        if (services != _services || now - _discovered >= BetweenDiscoveries)
            values.Insert(0, new TrapperValue(ZabbixItems.Discovery, services, now));
        return values;

        string Count(string state) => ZabbixItems.Number(processes.Count(process => process.Facts.State == state));
    }

    private void Bound()
    {
        var most = Math.Max(0, _waiting.Count - ServiceLimits.MostWaitingValues);
        for (var i = 0; i < most; i++) _waiting.Dequeue();
        if (most > 0) Client.Lose(most);
    }

    /// <summary>Says a fault once, not every half minute.</summary>
    private void Report(string? fault)
    {
        if (fault is not null && _fault is null) _log($"unpause watch: {Client.Place.Name} does not take values: {AlertText.One(fault)}");
        if (fault is null && _fault is not null) _log($"unpause watch: {Client.Place.Name} takes values again");
        _fault = fault;
    }
}
