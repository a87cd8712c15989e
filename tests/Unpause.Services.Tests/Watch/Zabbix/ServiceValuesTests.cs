using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Tests.Watch.Metrics;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Tests.Watch.Zabbix;

public sealed class ServiceValuesTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset End = Start.AddSeconds(30);

    private long _end;
    private readonly ServiceValues _values = new((_, metric, _) => metric == WatchMetric.MaxStop ? 70 : null);

    [Theory]
    [InlineData("orders", "orders")]
    [InlineData("system.slice/orders@1:8080", "system.slice/orders@1:8080")]
    [InlineData("größe", "größe")]
    [InlineData("{$PASSWORD}", "__PASSWORD_")]
    [InlineData("{HOST.IP},]\"\\ x", "_HOST.IP_____ x")]
    [InlineData("  a\nb\u001b ", "a b")]
    [InlineData(" ", "_")]
    public void Name_OfAService_CannotBeAMacroOrEndAKey(string service, string name) =>
        Assert.Equal(name, ZabbixItems.ServiceName(service));

    [Fact]
    public void Name_WithoutABound_IsCut() => Assert.Equal(128, ZabbixItems.ServiceName(new string('x', 5000)).Length);

    [Fact]
    public void Values_OfTwoProcesses_AreSumsOfCountsAndTheWorstOfOthers()
    {
        var (one, two) = (Process(1), Process(2));
        _values.Collect([one, two], Start, Start);
        Pause(one, Start.AddSeconds(1), 30, heap: 100);
        Pause(one, Start.AddSeconds(2), 30, heap: 200);
        Pause(two, Start.AddSeconds(3), 150, heap: 50);

        var values = Collect(one, two);

        Assert.Equal(("0.15", "0.15", "0.5"), (values["max_stop"], values["max_pause"], values["time_in_gc"]));
        Assert.Equal(("3", "3"), (values["induced"], values["full"]));
        Assert.Equal(("200", "0.07"), (values["heap_after"], values["usual_max_stop"]));
        // What is not known is not sent.
        Assert.DoesNotContain("heap_limit", values.Keys);
        Assert.DoesNotContain("verdict", values.Keys);
    }

    [Fact]
    public void Stop_SeenAtAnyTime_CountsOnce()
    {
        var process = Process(1);
        Pause(process, Start, 1000);
        // What was there before the first values can be old.
        Assert.Empty(_values.Collect([process], Start, Start.AddSeconds(1)));
        var counts = new List<string>();
        for (var i = 0; i < 3; i++)
        {
            // The last one is seen late.
            foreach (var second in (int[])[1, 29, -5]) Pause(process, Start.AddSeconds(30 * i + second), 10);
            counts.Add(Values(_values.Collect([process], Start, Start.AddSeconds(30 * (i + 1))))["full"]);
        }

        Assert.Equal(["3", "3", "3"], counts);
    }

    [Fact]
    public void Stops_WithoutABound_AreCountedAsFarAsTheyAreKept()
    {
        var process = Process(1);
        _values.Collect([process], Start, Start);
        for (var i = 0; i < 100_000; i++) Pause(process, Start.AddTicks(i), 1);

        var full = int.Parse(Collect(process)["full"], System.Globalization.CultureInfo.InvariantCulture);

        Assert.InRange(full, 30_000, 36_000);
        Assert.Equal("0", Collect(process)["full"]);
    }

    [Fact]
    public void Process_ThatEnded_HasItsLastPausesAndThenNothing()
    {
        var process = Process(1);
        _values.Collect([process], Start, Start);
        Pause(process, Start.AddSeconds(1), 10);
        process.Facts = process.Facts with { State = RingProcess.Ended };

        Assert.Equal("1", Collect(process)["full"]);
        Assert.Empty(_values.Collect([process], End, End.AddSeconds(30)));
        Assert.Equal("[]", ServiceValues.Discovery([process]));
    }

    [Fact]
    public void Report_ThatWasMade_IsVerdictFindingsAndRequests()
    {
        var process = Process(1);
        var verdict = RingVerdict.Read(
            """
            {"verdict":"v\nw","findings":[{"id":"a","severity":"warning"},{"id":"b","severity":"info"}],
             "requests":{"slow_because_of_gc":4}}
            """u8);
        process.Judged(new KeptRing("/kept", process.Facts, "asked for", Start.AddSeconds(20)) { Verdict = verdict });

        _values.Collect([process], Start, Start);
        var values = Collect(process);

        Assert.Equal(("10", "4"), (values["report_age"], values["slow_because_of_gc"]));
        Assert.Equal(("v w", "a (warning), b (info)"), (values["verdict"], values["findings"]));
    }

    [Fact]
    public void Discovery_OfServices_HasEachOnceWithItsRuntimes()
    {
        FollowedProcess[] processes =
            [Process(1), Process(2), Process(3, "b{", "go"), Process(4, "b}", "jvm"), Process(5, "refused", state: RingProcess.Refused)];

        Assert.Equal(
            """[{"{#SERVICE}":"b_","{#RUNTIME}":"go, jvm"},{"{#SERVICE}":"orders","{#RUNTIME}":"cpython"}]""",
            ServiceValues.Discovery(processes));
    }

    [Fact]
    public void Services_WithoutABound_AreCut()
    {
        List<FollowedProcess> many = [.. Enumerable.Range(1, 3 * ServiceLimits.MostZabbixServices).Select(i => Process(i, $"s{i}"))];

        Assert.Empty(_values.Collect(many, Start, Start));
        Assert.Equal(ServiceLimits.MostZabbixServices, JsonDocument.Parse(ServiceValues.Discovery(many)).RootElement.GetArrayLength());
        Assert.Equal(ServiceLimits.MostZabbixServices, _values.Collect(many, Start, End).Count(value => value.Key.Contains("full")));
        Assert.Equal(ServiceLimits.MostZabbixServices, ServiceValues.Holding(many, [], End).Count());
    }

    [Fact]
    public void Alerts_OfAService_AreCountedByItsName()
    {
        var process = Process(1);
        var condition = new WatchCondition("a", "full>0");
        WatchAlert[] alerts =
        [
            new(process.Facts, condition, Start), new(process.Facts, new("b", "full>1"), Start),
            new(Process(2, "x").Facts, condition, Start),
        ];

        Assert.Equal(new TrapperValue("unpause.alerts[orders]", "2", End), Assert.Single(ServiceValues.Holding([process], alerts, End)));
    }

    private Dictionary<string, string> Collect(params FollowedProcess[] processes) => Values(_values.Collect(processes, Start, End));

    private static Dictionary<string, string> Values(List<TrapperValue> values)
    {
        Assert.All(values, value => Assert.EndsWith("[orders]", value.Key, StringComparison.Ordinal));
        return values.ToDictionary(value => value.Key["unpause.".Length..^"[orders]".Length], value => value.Value);
    }

    private static FollowedProcess Process(
        int id, string service = "orders", string runtime = "cpython", string state = RingProcess.Recording) =>
        new($"{id}-1") { Facts = Page.Process(id, service, runtime) with { State = state } };

    private void Pause(FollowedProcess process, DateTimeOffset at, long milliseconds, long? heap = null) => process.Take(
        new SeenStop(SeenKind.Pause, milliseconds * 1_000_000)
        {
            EndNanoseconds = ++_end, Generation = "full", Induced = true, Collects = true, HeapAfterBytes = heap,
        },
        at);
}
