using System.Text;
using System.Text.Json;
using Unpause.Recordings.Cpu;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Samples of V8's CPU profiler.</summary>
public class CpuProfileReaderTests
{
    private const string Sample = "profiles/churn.cpuprofile";

    private static string Frame(string name) => $$"""{"functionName":"{{name}}","url":"","lineNumber":-1}""";

    /// <summary>Counted over the same JSON without the reader.</summary>
    [Fact]
    public void CpuProfileReader_RealProfile_CountsEachBusySample()
    {
        using var json = JsonDocument.Parse(NodeSamples.Bytes(Sample));
        var names = json.RootElement.GetProperty("nodes").EnumerateArray().ToDictionary(
            node => node.GetProperty("id").GetInt32(),
            node => node.GetProperty("callFrame").GetProperty("functionName").GetString()!);
        var samples = json.RootElement.GetProperty("samples").EnumerateArray().Select(id => names[id.GetInt32()]).ToList();
        var recording = Assert.Single(Samples.Of(NodeSamples.Bytes(Sample)));
        var cpu = recording.CpuSamples!;
        Assert.Equal((NodeFormats.CpuProfile, Runtimes.Node), (recording.Source.Format, recording.Source.Runtime));
        Assert.Equal(samples.Count(name => name != "(idle)"), cpu.Samples);
        Assert.Equal(samples.Count(name => name == "(garbage collector)"), cpu.CollectorSamples);
        var native = cpu.Classes.Single(each => each.Name.Contains("(program)", StringComparison.Ordinal));
        Assert.Equal((samples.Count(name => name == "(program)"), false), ((int)native.Samples, native.Collector));
        var own = cpu.Stacks(100).Single(stack => stack.Frames[0].StartsWith("handleRequest (", StringComparison.Ordinal)
            && stack.Frames[1].StartsWith("turn (", StringComparison.Ordinal)
            && stack.Frames[2].StartsWith("listOnTimeout", StringComparison.Ordinal));
        Assert.EndsWith("churn.js:7)", own.Frames[0], StringComparison.Ordinal);
        Assert.Equal(CpuSamples.Application, own.Class.Name);
        Assert.Empty(recording.Pauses);
        Assert.Empty(recording.Collections);
    }

    [Fact]
    public void CpuProfileReader_HitsWithoutSamples_AreCounted()
    {
        var cpu = Read($$"""
            {"nodes":[{"id":7,"callFrame":{{Frame("(root)")}},"hitCount":0,"children":[9,8]},
            {"id":8,"callFrame":{{Frame("(garbage collector)")}},"hitCount":3},
            {"id":9,"callFrame":{"functionName":"get","url":"https://example.com/a.js?token=s3cret","lineNumber":4},"hitCount":5},
            {"id":10,"callFrame":{{Frame("(idle)")}},"hitCount":90,"parent":7}],"startTime":5,"endTime":1000005}
            """)!;
        Assert.Equal((8, 3), (cpu.Samples, cpu.CollectorSamples));
        Assert.Contains(cpu.Stacks(10), stack => stack is { Samples: 5, Frames: ["get (https://example.com/a.js:5)"] });
    }

    [Theory]
    [InlineData("\"parent\":2", "\"parent\":1")]
    [InlineData("\"children\":[2]", "\"children\":[1]")]
    [InlineData("\"children\":[77,-3,1e300,2]", "\"x\":0")]
    [InlineData("\"parent\":{\"a\":[1]}", "\"children\":\"no\"")]
    public void CpuProfileReader_ImpossibleTree_StillCounts(string first, string second)
    {
        var cpu = Read($$"""
            {"nodes":[{"id":1,"callFrame":{{Frame("a")}},"hitCount":1,{{first}}},
            {"id":2,"callFrame":{{Frame("(garbage collector)")}},"hitCount":1,{{second}}}],"samples":[],"timeDeltas":[]}
            """)!;
        Assert.Equal(2, cpu.Samples);
    }

    /// <summary>Half of a pair of surrogates is no text; found by the fuzzer.</summary>
    [Fact]
    public void CpuProfileReader_NameThatIsNoText_StillCounts()
    {
        var cpu = Read("""{"nodes":[{"id":1,"\ud800":1,"callFrame":{"functionName":"a\ud800","\udc00":2,"url":""},"hitCount":2}]}""")!;
        Assert.Equal(2, cpu.Samples);
    }

    [Fact]
    public void CpuProfileReader_CutAnywhere_IsANote()
    {
        var bytes = NodeSamples.Bytes(Sample);
        for (var length = 2_000; length < bytes.Length - 1; length += 101)
        {
            foreach (var recording in Samples.Of(bytes[..length])) Assert.True(recording.Coverage.Unreadable);
        }
    }

    [Fact]
    public void CpuProfileReader_Spread_GivesTheSame()
    {
        var text = Encoding.UTF8.GetString(NodeSamples.Bytes(Sample));
        var spread = text.Replace(",\"", "\r\n , \"", StringComparison.Ordinal);
        Assert.Equal(Describe(text), Describe(spread));

        static string Describe(string text)
        {
            var cpu = Assert.Single(Samples.Of(text)).CpuSamples!;
            return string.Join("\n", cpu.Classes)
                + string.Join("\n", cpu.Stacks(50).Select(stack => stack.Samples + string.Join(";", stack.Frames)));
        }
    }

    private static CpuSamples? Read(string text) => Assert.Single(Samples.Of(text)).CpuSamples;
}
