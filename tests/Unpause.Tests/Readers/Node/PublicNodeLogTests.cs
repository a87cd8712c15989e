using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>What people posted of V8's lines: other systems, versions and prefixes than ours. Counted by hand.</summary>
public class PublicNodeLogTests
{
    [Theory]
    [InlineData("headlamp-1851", 1, 0, 2, 675.58, 338.12)]
    [InlineData("kiwistand-117", 1, 0, 2, 910.3, 549.2)]
    [InlineData("kiwistand-137", 1, 0, 2, 138.4, 69.2)]
    [InlineData("napi-rs-566", 1, 6, 2, 4.8, 1.4)]
    [InlineData("nodejs-28442", 1, 3, 0, 715_492.2, 240_951.1)]
    [InlineData("nodejs-36961", 1, 1, 5, 30.3, 8.3)]
    [InlineData("stackoverflow-33746184", 1, 6, 1, 30.4, 9.0)]
    [InlineData("unreal-js-core-3", 1, 0, 8, 762.1, 105.5)]
    [InlineData("v8-riscv-7", 2, 15, 2, 349.5, 49.1)]
    [InlineData("yoast-874", 1, 3, 0, 11.1, 3.9)]
    public void TraceGcReader_PublicLog_CountsAndSumsAsByHand(
        string name, int isolates, int young, int full, double sumMilliseconds, double longestMilliseconds)
    {
        var recordings = Samples.Of(NodeSamples.Bytes($"public/{name}.txt"));
        var collections = recordings.SelectMany(recording => recording.Collections).ToList();
        var pauses = recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds / 1e6).ToList();
        Assert.Equal(isolates, recordings.Count);
        Assert.Equal(young, collections.Count(collection => collection.Generation == Generations.Young));
        Assert.Equal(full, collections.Count(collection => collection.Generation == Generations.Full));
        Assert.Equal(sumMilliseconds, pauses.Sum(), 0.001);
        Assert.Equal(longestMilliseconds, pauses.Max(), 0.001);
    }
}
