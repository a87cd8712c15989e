using Unpause.Services.Tests.Watch.Metrics;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Tests.Watch.Zabbix;

public sealed class ZabbixSenderTests : IDisposable
{
    private readonly MadeTrapper _zabbix = new();
    private readonly Page _page = new(Page.Process(1), Page.Process(2, "billing"));
    private readonly List<string> _lines = [];
    private readonly TrapperClient _client;
    private readonly ZabbixSender _sender;
    private DateTimeOffset _now = DateTimeOffset.UtcNow;

    public ZabbixSenderTests()
    {
        _client = new TrapperClient(_zabbix.Place) { MostTime = TimeSpan.FromSeconds(20) };
        _sender = _page.Zabbix(_client, _lines.Add);
    }

    [Fact]
    public async Task Services_AreDiscoveredBeforeTheirValues_AndNotEachTime()
    {
        for (var i = 0; i < 3; i++) await Turn(30);

        var keys = MadeTrapper.Json(_zabbix.Messages.First()).GetProperty("data").EnumerateArray()
            .Select(value => value.GetProperty("key").GetString()).ToList();
        Assert.Equal(
            ["unpause.discovery", "unpause.processes", "unpause.processes.refused", "unpause.alerts[orders]", "unpause.alerts[billing]"],
            keys);
        Assert.Single(_zabbix.Values["unpause.discovery"]);
        Assert.Equal(2, _zabbix.Values["unpause.max_stop[orders]"].Count());
        Assert.Empty(_lines);
    }

    [Fact]
    public async Task Values_WhileZabbixDoesNotAnswer_WaitWithTheirTimesAndTheFaultIsSaidOnce()
    {
        _zabbix.Answer = _ => [];
        for (var i = 0; i < 3; i++) await Turn(30);
        Assert.Single(_lines);
        _zabbix.Messages.Clear();
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(count, 0));
        await Turn(30);

        long[] times = [.. _zabbix.Values["unpause.max_stop[orders]"].Select(value => value.GetProperty("clock").GetInt64())];
        Assert.Equal(3, times.Length);
        Assert.Equal([30, 30], times.Skip(1).Zip(times, (later, earlier) => later - earlier));
        // A count of alerts that held says nothing of now.
        Assert.Single(_zabbix.Values["unpause.alerts[orders]"]);
        Assert.Equal(2, _lines.Count);
        Assert.EndsWith(" again", _lines[1], StringComparison.Ordinal);
        Assert.Equal(0, _client.Count.Lost);
    }

    [Fact]
    public async Task Values_OfANewService_WaitUntilZabbixHasItsItems()
    {
        var own = 5;
        _zabbix.Answer = count => MadeTrapper.Framed(count <= own ? MadeTrapper.Info(count - 2, 2) : MadeTrapper.Info(0, count));
        await Turn(30);
        await Turn(30);
        _zabbix.Messages.Clear();
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(count, 0));
        await Turn(30);

        Assert.Equal(2, _zabbix.Values["unpause.max_stop[orders]"].Count());
        Assert.Empty(_lines);
    }

    [Fact]
    public async Task Host_ThatZabbixDoesNotKnow_IsSaidAtOnceAndOnce()
    {
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(0, count));
        await Turn(1);
        await Turn(30);

        Assert.Contains(" web-1 ", Assert.Single(_lines), StringComparison.Ordinal);
        Assert.Equal(2, _zabbix.Messages.Count);
    }

    [Fact]
    public async Task Items_ThatAreDisabled_AreSaidOnceAfterTheTimeOfDiscovery()
    {
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(count - 1, 1));
        for (var i = 0; i < 10; i++) await Turn(30);
        Assert.Empty(_lines);
        for (var i = 0; i < 3; i++) await Turn(30);

        Assert.Contains(" refused 1 of ", Assert.Single(_lines), StringComparison.Ordinal);
        Assert.Equal(_zabbix.Messages.Count, _client.Count.Failed);
    }

    [Fact]
    public async Task Values_WithoutABound_AreGivenUpAndCounted()
    {
        _zabbix.Answer = _ => [];
        const int Turns = 3000;
        for (var i = 0; i < Turns; i++) await Turn(30);
        var each = 5 * 2;

        Assert.Equal(((Turns - 1) * each) - ServiceLimits.MostWaitingValues, _client.Count.Lost);
        Assert.Single(_lines);
    }

    [Fact]
    public async Task Alert_OfAService_IsItsTextAndHowManyHold()
    {
        var alert = new WatchAlert(_page.Processes[0].Facts, new("long-stop", "max_stop>200ms"), _now) { Value = 300 };
        await _sender.Alerts.SendAsync([new(alert, 0), new(alert with { EndedAt = _now }, 0)], TestContext.Current.CancellationToken);

        var texts = _zabbix.Values["unpause.alert[orders]"].ToList();
        Assert.Equal(["alert:", "resolved:"], texts.Select(value => value.GetProperty("value").GetString()!.Split(' ')[0]));
        Assert.True(texts[0].GetProperty("ns").GetInt32() != texts[1].GetProperty("ns").GetInt32());
        Assert.Single(_zabbix.Values["unpause.alerts[orders]"]);
    }

    [Fact]
    public async Task Alert_OfAServiceWithoutItems_IsTriedAgain()
    {
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(0, count));
        var alert = new WatchAlert(_page.Processes[0].Facts, new("long-stop", "max_stop>200ms"), _now);

        var fault = await Assert.ThrowsAsync<DeliveryException>(
            () => _sender.Alerts.SendAsync([new(alert, 0)], TestContext.Current.CancellationToken));

        Assert.False(fault.IsFinal);
        Assert.Contains("unpause.alert[orders]", fault.Message, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _page.Dispose();
        _zabbix.Dispose();
    }

    private async Task Turn(int seconds) => await _sender.TurnAsync(isLast: false, _now += TimeSpan.FromSeconds(seconds));
}
