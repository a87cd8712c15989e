using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Payloads as .NET 10 writes them (fields in the order of its event metadata), whole and damaged.</summary>
public sealed class EventCountersTests
{
    private static readonly byte[] WorkingSet = Level("working-set", 62.5);

    [Fact]
    public void EventCounters_LevelsAndRates_AreDistinguished()
    {
        var counters = new EventCounters();
        Add(counters, WorkingSet);
        Add(counters, Rate("alloc-rate", 3_000_000, 2f));
        Add(counters, Rate("alloc-rate", 1_000_000, 1f), time: 3_000_000_000);
        Add(counters, Rate("total-pause-time-by-gc", 250, 1f));
        Add(counters, Rate("nobody-knows-it", 1, 1f));
        Assert.Equal(
            [
                "working set bytes 1 62500000 62500000 62500000",
                "allocation rate bytes/s 2 1250000 1500000 1000000",
                "time in pauses percent 1 25 25 25"
            ],
            counters.Build()!.Select(
                counter => FormattableString.Invariant($"{counter.Name} {counter.Unit} {counter.Samples} ")
                    + FormattableString.Invariant($"{counter.Mean} {counter.Max} {counter.Last}")));
        Assert.Equal([new CounterSample(0, 1_500_000), new CounterSample(3_000_000_000, 1_000_000)], counters.Build()![1].Values);
    }

    /// <summary>The runtime reports 0 until it has two measurements to compare; later zeros are of an idle process.</summary>
    [Fact]
    public void EventCounters_FirstCpuValueOfZero_IsIgnored()
    {
        var counters = new EventCounters();
        foreach (var percent in (double[])[0, 40, 0]) Add(counters, Level("cpu-usage", percent));
        Assert.Equal((2, 20, 40, 0), Assert.Single(counters.Build()!) is var cpu ? (cpu.Samples, cpu.Mean, cpu.Max, cpu.Last) : default);
        var fromTheMiddle = new EventCounters();
        Add(fromTheMiddle, Level("cpu-usage", 40));
        Assert.Equal(40, Assert.Single(fromTheMiddle.Build()!).Mean);
    }

    [Fact]
    public void EventCounters_ManyValues_KeepsTheFirstAndCountsAll()
    {
        var counters = new EventCounters();
        for (var i = 0; i < Limits.CounterValues + 5; i++) Add(counters, WorkingSet, time: i);
        var counter = Assert.Single(counters.Build()!);
        Assert.Equal((Limits.CounterValues + 5, Limits.CounterValues), (counter.Samples, counter.Values.Count));
        Assert.Equal(new CounterSample(Limits.CounterValues - 1, 62_500_000), counter.Values[^1]);
    }

    [Fact]
    public void EventCounters_DamagedPayloads_GiveNothingOrNumbers()
    {
        for (var length = 0; length < WorkingSet.Length; length++)
        {
            var counters = new EventCounters();
            Add(counters, WorkingSet[..length]);
            Assert.All(counters.Build() ?? [], counter => Assert.Equal(62_500_000, counter.Last));
        }

        var random = new Random(7);
        for (var i = 0; i < 5_000; i++)
        {
            var damaged = WorkingSet.ToArray();
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            var counters = new EventCounters();
            Add(counters, damaged);
            Assert.All(counters.Build() ?? [], counter => Assert.True(double.IsFinite(counter.Mean)));
        }
    }

    [Fact]
    public void EventCounters_RecordingWithoutCounters_HasNone() => Assert.Null(new EventCounters().Build());

    private static byte[] Level(string name, double value) =>
        [.. Text(name), .. Text("a name"), .. BitConverter.GetBytes(value), .. new byte[8], .. BitConverter.GetBytes(1),
         .. BitConverter.GetBytes(value), .. BitConverter.GetBytes(value), .. BitConverter.GetBytes(1f), .. Text("Interval=1000"),
         .. Text("Mean"), .. Text(""), .. Text("MB")];

    private static byte[] Rate(string name, double increment, float seconds) =>
        [
            .. Text(name), .. Text("a name"), .. Text("00:00:01"), .. BitConverter.GetBytes(increment), .. BitConverter.GetBytes(seconds),
            .. Text(""), .. Text("Interval=1000"), .. Text("Sum"), .. Text("B")
        ];

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + "\0");

    private static void Add(EventCounters counters, byte[] payload, long time = 0) =>
        counters.Add(new RuntimeEvent(EventProvider.Counters, 0, 0, 1, time, 8, payload, 0));
}
