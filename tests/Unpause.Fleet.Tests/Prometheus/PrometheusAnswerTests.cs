using System.Text;
using Unpause.Fleet.Stores.Prometheus;

namespace Unpause.Fleet.Tests.Prometheus;

public class PrometheusAnswerTests
{
    private const string Good =
        """
        {"status":"success","data":{"resultType":"matrix","result":[
         {"metric":{"service":"a\"b"},"values":[[2,"3"],[1,"2"]]},
         {"metric":{},"histogram":[5,{"count":"3","sum":"0.5","buckets":[[3,"-1e-39","1e-39","1"],
        [0,"0.1","0.2","2"]]}]}]},"warnings":["x"]}
        """;

    [Fact]
    public void Answer_NumbersAndHistograms_AreInOrderOfTime()
    {
        var series = Read(Good)!.Series;
        Assert.Equal("a\"b", series[0].Label("service"));
        Assert.Equal([(1.0, 2.0), (2.0, 3.0)], series[0].Points.Select(point => (point.Seconds, point.Value)));
        var histogram = series[1].Points[0].Histogram!;
        Assert.Equal((3.0, 0.5), (histogram.Count, histogram.Sum));
        Assert.Equal([new(-1e-39, 1e-39, 1), new(0.1, 0.2, 2)], histogram.Buckets);
    }

    [Theory]
    [InlineData("""{"metric":{"a":1,"b":null,"c":{"d":[]}},"values":[["x","1"],[1,"NaN"],[2,{}],[3],[],7,"x",[4,"+Inf"],[5,"1",[[]]]]}""",
        1)]
    [InlineData("""{"metric":[],"value":"x"}""", 0)]
    [InlineData("""{"histogram":[1,{"count":"NaN","sum":"1","buckets":[]}]}""", 0)]
    [InlineData("""{"histogram":[1,{"count":"-1","sum":"1"}]}""", 0)]
    [InlineData("""{"histogram":[1,{"count":"1","sum":"1","buckets":[[0,"2","1","1"],[0,"1","2","-1"],[0,"1"],7,{},[0,{},[],"1"]]}]}""", 1)]
    [InlineData("""7""", 0)]
    [InlineData("""[]""", 0)]
    [InlineData("""{}""", 0)]
    public void Answer_WrongTypes_AreLeftOut(string series, int points)
    {
        var answer = Read($$$"""{"status":"success","data":{"result":[{{{series}}}]}}""")!;
        Assert.Equal(points, answer.Series.Sum(one => one.Points.Count));
        Assert.All(answer.Series.SelectMany(one => one.Points), point => Assert.Empty(point.Histogram?.Buckets ?? []));
    }

    [Theory]
    [InlineData("""{"status":"success","data":7}""")]
    [InlineData("""{"data":null,"status":"success"}""")]
    [InlineData("""{"status":"success","data":{"result":{"a":[1]}}}""")]
    public void Answer_WithoutSeries_IsEmpty(string json) => Assert.Empty(Read(json)!.Series);

    [Fact]
    public void Answer_TooDeep_IsNone()
    {
        Assert.Null(Read(new string('[', 1_000_000)));
        Assert.Null(Read("""{"status":"success","data":{"x":""" + new string('[', 100_000)));
    }

    [Fact]
    public void Answer_CutAnywhere_DoesNotThrow()
    {
        var bytes = Encoding.UTF8.GetBytes(Good);
        for (var length = 0; length < bytes.Length; length++) Assert.Null(PrometheusAnswer.Read(bytes.AsSpan(0, length)));
        Assert.NotNull(PrometheusAnswer.Read(bytes));
    }

    [Fact]
    public void Answer_BytesChanged_DoesNotThrow()
    {
        var random = new Random(46);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = Encoding.UTF8.GetBytes(Good);
            for (var j = random.Next(1, 4); j > 0; j--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            if (PrometheusAnswer.Read(bytes) is not { } answer) continue;
            foreach (var point in answer.Series.SelectMany(series => series.Points))
            {
                if (point.Histogram is { } histogram) StopBuckets.Between(null, histogram, i % 2 == 0);
            }
        }
    }

    private static PrometheusAnswer? Read(string json) => PrometheusAnswer.Read(Encoding.UTF8.GetBytes(json));
}
