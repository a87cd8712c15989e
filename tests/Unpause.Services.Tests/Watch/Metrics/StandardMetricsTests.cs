using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class StandardMetricsTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    private readonly StandardMetrics _standard = new();
    private readonly DurationSeries _durations = new();

    [Fact]
    public void Collection_OfDotNetWithTwoPauses_IsCountedOnce()
    {
        See("dotnet", new(SeenKind.Collection, 0) { Generation = "gen2" });
        See("dotnet", Pause(3) with { Generation = "gen2" });
        See("dotnet", Pause(2));
        See("dotnet", Pause(2) with { Kind = SeenKind.Stop });

        var points = Points();
        Assert.Equal(1, Value(Assert.Single(points["dotnet.gc.collections"])));
        Assert.Equal(0.005, Value(Assert.Single(points["dotnet.gc.pause.time"])), 9);
        Assert.Equal("dotnet.gc.heap.generation=gen2", Attributes(points["dotnet.gc.collections"][0], 7));
        Assert.Equal("", Attributes(points["dotnet.gc.pause.time"][0], 7));
        Assert.Equal(["dotnet.gc.collections", "dotnet.gc.pause.time"], points.Keys.Order());
    }

    [Fact]
    public void Collection_OfCPython_HasItsGenerationAsANumber()
    {
        See("cpython", Pause(3) with { Generation = "gen2" });
        See("cpython", Pause(3));

        var point = Assert.Single(Points()["cpython.gc.collections"]);
        Assert.Equal(1, Value(point));
        var attribute = WireFields.Read(point.Single(field => field.Number == 7).Bytes);
        Assert.Equal("cpython.gc.generation", Encoding.UTF8.GetString(attribute[0].Bytes));
        Assert.Equal((3u, 2UL), WireFields.Read(attribute[1].Bytes).Select(field => (field.Number, field.Value)).Single());
    }

    [Fact]
    public void Stops_OfGo_AreItsPauseDurationsWhereTheyAreForGC()
    {
        See("go", Pause(1) with { Kind = SeenKind.Stop, Cause = "mark" });
        See("go", Pause(1) with { Kind = SeenKind.Stop, Cause = "sweep" });
        See("go", Pause(1) with { Kind = SeenKind.Stop, Collects = false });

        var point = Assert.Single(Points()["go.memory.gc.pause.duration"]);
        Assert.Equal(2UL, point.Single(field => field.Number == 4).Value);
        Assert.Equal("", Attributes(point, 1));
    }

    [Fact]
    public void Stops_OfAJvm_AreNoActionsOfCollectors()
    {
        See("jvm", Pause(1) with { Kind = SeenKind.Stop });
        See("jvm", Pause(1) with { Generation = "young", HeapAfterBytes = 5 });

        Assert.Empty(Points());
    }

    [Fact]
    public void Names_InPrometheus_AreThoseOfItsTranslation()
    {
        See("dotnet", new(SeenKind.Collection, 0) { Generation = "gen0" });
        See("dotnet", Pause(3));

        var text = PrometheusText.Write(Families(), isOpenMetrics: false);
        Assert.Contains(
            "dotnet_gc_collections_total{service=\"orders\",instance=\"host\",runtime=\"dotnet\",version=\"\","
            + "dotnet_gc_heap_generation=\"gen0\"} 1\n", text, StringComparison.Ordinal);
        Assert.Contains("\ndotnet_gc_pause_time_seconds_total{", text, StringComparison.Ordinal);
        var (output, error, code) = Programs.Run("promtool", Encoding.UTF8.GetBytes(text), "check", "metrics");
        Assert.Equal(("", 0), (output + error, code));
    }

    private static SeenStop Pause(long milliseconds) => new(SeenKind.Pause, milliseconds * 1_000_000) { Collects = true };

    private void See(string runtime, SeenStop seen)
    {
        var facts = new RingProcess("1-1", 1, runtime, RingProcess.Recording) { Service = "orders", Host = "host" };
        _durations.Add(facts, seen, Now);
        _standard.Add(facts, seen, Now);
    }

    private List<MetricFamily> Families() =>
        [.. _standard.Families(_durations, native: true).Where(family => family.Samples.Count > 0)];

    private Dictionary<string, List<List<(uint Number, ulong Value, byte[] Bytes)>>> Points() =>
        OtlpTests.Points(OtlpMetrics.Write(Families(), Now, Now));

    private static double Value(List<(uint Number, ulong Value, byte[] Bytes)> point) =>
        BitConverter.UInt64BitsToDouble(point.Single(field => field.Number == 4).Value);

    private static string Attributes(List<(uint Number, ulong Value, byte[] Bytes)> point, uint number) => string.Join(',', point
        .Where(field => field.Number == number).Select(field => WireFields.Read(field.Bytes))
        .Select(pair => $"{Encoding.UTF8.GetString(pair[0].Bytes)}={Encoding.UTF8.GetString(WireFields.Read(pair[1].Bytes)[0].Bytes)}"));
}
