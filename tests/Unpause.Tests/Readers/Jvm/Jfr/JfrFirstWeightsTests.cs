using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>
/// Allocation samples of a JVM that ran before it was recorded. The program counts what its threads allocate (ThreadMXBean): 79 MB/s
/// while it was recorded, and 36 to 40 GB before.
/// </summary>
public class JfrFirstWeightsTests
{
    private const double OwnBytesPerSecond = 79e6;

    [Theory]
    [InlineData("attached-g1-jdk17")]
    [InlineData("attached-g1-jdk25")]
    public void JfrFirstWeights_AllocatedBeforeTheRecording_IsNotCounted(string name)
    {
        var recording = Load(name);
        var seconds = recording.DurationNanoseconds!.Value / 1e9;
        var sampled = recording.Allocations!.Sites.Sum(site => site.Bytes);
        Assert.InRange(sampled, OwnBytesPerSecond * seconds * 0.97, OwnBytesPerSecond * seconds * 1.03);
        Assert.InRange(recording.AllocatedBytes!.Value, OwnBytesPerSecond * seconds * 0.97, OwnBytesPerSecond * seconds * 1.03);
        // Heap sizes cover the time between the first collection and the last.
        Assert.InRange(recording.Collections.Sum(collection => collection.AllocatedBytes ?? 0), sampled * 0.85, sampled * 1.05);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("before the recording began", StringComparison.Ordinal));
    }

    /// <summary>w20000 allocates 20,016 B each 0.4 ms, w7000 7,016 B each 0.3 ms, w1000 1,016 B each 0.2 ms: 63, 30 and 7 %.</summary>
    [Theory]
    [InlineData("attached-g1-jdk17")]
    [InlineData("attached-g1-jdk25")]
    public void JfrFirstWeights_Shares_MatchTheProgram(string name)
    {
        var sites = Load(name).Allocations!.Sites;
        var work = sites.Where(site => site.Stack.Contains("Attached.work")).Sum(site => site.Bytes);
        Assert.InRange((double)work / sites.Sum(site => site.Bytes), 0.97, 1);
    }

    /// <summary>Two threads hold one lock for 30 ms in turn: one of them always waits.</summary>
    [Theory]
    [InlineData("attached-g1-jdk17")]
    [InlineData("attached-g1-jdk25")]
    public void JfrFirstWeights_MonitorWaits_AreOtherWaits(string name)
    {
        var recording = Load(name);
        var wait = Assert.Single(recording.OtherWaits);
        Assert.Equal(("waiting for monitors (synchronized)", true), (wait.What, wait.OverThreads));
        Assert.InRange(wait.TotalNanoseconds, recording.DurationNanoseconds!.Value * 0.8, recording.DurationNanoseconds.Value * 1.1);
        Assert.Contains("10 ms", wait.Source, StringComparison.Ordinal);
    }

    [Fact]
    public void JfrFirstWeights_RecordingFromTheStart_KeepsItsFirstSamples() =>
        Assert.DoesNotContain(
            Load("g1-jdk17").Coverage.Notes, note => note.Text.Contains("before the recording began", StringComparison.Ordinal));

    private static Recording Load(string name) => Assert.Single(Tests.Samples.Load("samples", "jvm", $"{name}.jfr.gz"));
}
