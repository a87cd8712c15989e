using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>Alerts in words and how many hold, at once: other values wait for the next half minute.</summary>
/// <param name="holding">Alerts that hold now.</param>
internal sealed class ZabbixTarget(TrapperClient client, Func<IEnumerable<WatchAlert>> holding) : IAlertTarget
{
    /// <inheritdoc/>
    public string Name => client.Place.Name;

    /// <summary>A new service has items after a minute or two, when Zabbix's caches know them.</summary>
    public TimeSpan MostAge { get; } = TimeSpan.FromMinutes(15);

    /// <summary>How many hold is said with the other values.</summary>
    public TimeSpan? RepeatEvery => null;

    /// <inheritdoc/>
    public async Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        var news = notices.Where(notice => !notice.IsKnown).ToList();
        if (news.Count == 0) return;
        var now = DateTimeOffset.UtcNow;
        var service = ZabbixItems.ServiceName(news[0].Alert.Process.Service);
        // Zabbix takes values of one item with different times, and the later text is the last one.
        var key = ZabbixItems.Key(ZabbixItems.Alert, service);
        var values = news.Select((notice, i) =>
            new TrapperValue(key, AlertText.Line(notice.Alert, notice.LeftOut), now.AddTicks(i - news.Count))).ToList();
        values.Add(ServiceValues.Holding(service, holding(), now));
        var answer = await client.SendAsync(values, stop).ConfigureAwait(false);
        if (answer.Processed == 0)
            throw new DeliveryException($"the host {client.Place.Host} has no item {key} yet");
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose()
    {
        // No connection is kept.
    }
}
