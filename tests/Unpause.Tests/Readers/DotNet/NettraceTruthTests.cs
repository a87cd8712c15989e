using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>The reader's numbers of a process against those that the runtime counted inside it, in every mode of the collector.</summary>
[Trait("Tier", "live")]
public class NettraceTruthTests
{
    // The runtime takes the time just before it writes SuspendEEBegin; on a busy machine a thread may lose its CPU
    // between the two, so a total may miss a few milliseconds.
    private const long ClockSlackNanoseconds = 10_000_000;
    private const long SlackOfOnePauseNanoseconds = 100_000;

    [Theory]
    [InlineData("mix 1500 1", "DOTNET_gcConcurrent=1")]
    [InlineData("large 1500 1", "DOTNET_gcConcurrent=1")]
    [InlineData("large 800 1", "DOTNET_gcConcurrent=0")]
    [InlineData("mix 600 2", "DOTNET_gcServer=1")]
    [InlineData("large 800 2", "DOTNET_gcServer=1")]
    [InlineData("large 800 2", "DOTNET_gcServer=1", "DOTNET_GCDynamicAdaptationMode=0")]
    [InlineData("mix 600 2", "DOTNET_gcServer=1", "DOTNET_gcConcurrent=0")]
    [InlineData("large 600 2", "DOTNET_GCHeapHardLimit=0x3000000")]
    [InlineData("mix 300 2", "DOTNET_gcServer=1", "DOTNET_GCHeapHardLimit=0x6000000")]
    [InlineData("large 300 2", "DOTNET_gcServer=1", "DOTNET_GCDynamicAdaptationMode=0", "DOTNET_gcConcurrent=0")]
    [InlineData("finalizers 300 1", "DOTNET_gcConcurrent=1")]
    [InlineData("induced 100 1", "DOTNET_gcConcurrent=1")]
    [InlineData("induced 60 2", "DOTNET_gcServer=1")]
    public void NettraceReader_LiveProgram_MatchesTheRuntimesCounters(string arguments, params string[] environment)
    {
        var run = RecordedProgram.Run(arguments, environment);
        Assert.Equal(run.CollectionCounts, NettraceSample.InclusiveCounts(run.Recording));
        Assert.Equal(run.Server ? "server" : "workstation", run.Recording.Source.Collector);
        AssertPauses(run);
        AssertAllocations(run);
        Assert.Empty(run.Recording.Coverage.Notes);
    }

    /// <summary>
    /// A blocking collection's pause ends for the runtime's counter between the event GCGlobalHeapHistory and the event
    /// GCEnd; the reader takes the first under server GC and the second under workstation GC. So the totals may differ by
    /// these stretches, and by what the clocks' places miss.
    /// </summary>
    private static void AssertPauses(RecordedProgram run, long byTool = 0)
    {
        var summary = Summary.Compute(run.Recording).Pauses;
        var slack = ClockSlackNanoseconds + (summary.Count * SlackOfOnePauseNanoseconds) + AfterHistories(run.File);
        Assert.InRange(run.PauseNanoseconds - byTool, summary.TotalNanoseconds - slack, summary.TotalNanoseconds + slack);
        var stops = StopSummary.Compute(run.Recording);
        Assert.NotNull(stops);
        Assert.True(stops.TotalNanoseconds >= summary.TotalNanoseconds, "stops are pauses and what is around them");
    }

    /// <summary>
    /// The estimate leaves out what was allocated after the last collection and the unused ends of allocation contexts,
    /// and counts large objects that die while a background collection sweeps only roughly (0 to 3 % off on a quiet machine):
    /// within 15 %, or the gen0 budget of the last stretch.
    /// </summary>
    private static void AssertAllocations(RecordedProgram run)
    {
        var estimated = Summary.Compute(run.Recording).Heap.AllocatedBytes;
        Assert.NotNull(estimated);
        Assert.InRange(estimated.Value, (run.AllocatedBytes * 0.85) - 100_000_000, run.AllocatedBytes * 1.15);
    }

    /// <summary>Listing survivors inside a blocking collection: the runtime counts it, the reader separates it.</summary>
    private static long ByTool(Recording recording) =>
        recording.Phases.Where(phase => phase.Name == "survivors listed for the recording tool").Sum(phase => phase.DurationNanoseconds);

    private static long AfterHistories(byte[] file)
    {
        long history = 0;
        long sum = 0;
        new BlockDecoder().Run(new NettraceFrames(new MemoryStream(file)), (int _, in RuntimeEvent e) =>
        {
            if (e is { Provider: EventProvider.Runtime, Id: RuntimeEventIds.GlobalHeapHistory }) history = e.TimeNanoseconds;
            if (e is not { Provider: EventProvider.Runtime, Id: RuntimeEventIds.GcStop } || history == 0) return;
            sum += e.TimeNanoseconds - history;
            history = 0;
        });
        return sum;
    }

    [Theory]
    [InlineData(
        "mix 3000 1",
        "Microsoft-Windows-DotNETRuntime:0x400001:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4",
        "tracks survivors (keyword 0x400000)")]
    [InlineData(
        "large 500 1",
        "Microsoft-Windows-DotNETRuntime:0x400001:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4",
        "tracks survivors (keyword 0x400000)")]
    [InlineData(
        "mix 400 1",
        "Microsoft-Windows-DotNETRuntime:0x1:4,Microsoft-DotNETCore-SampleProfiler:0:5",
        "The recording's CPU sampler caused")]
    public void NettraceReader_ToolSuspensions_AreNotPauses(string arguments, string providers, string note)
    {
        var run = RecordedProgram.Run(arguments, "DOTNET_EventPipeConfig=" + providers);
        Assert.Equal(run.CollectionCounts, NettraceSample.InclusiveCounts(run.Recording));
        AssertPauses(run, ByTool(run.Recording));
        Assert.Contains(note, Assert.Single(run.Recording.Coverage.Notes).Text, StringComparison.Ordinal);
        Assert.All(run.Recording.Stops!, stop => Assert.True(stop.ForCollection, $"{stop.Operation} is left out"));
    }

    [Fact]
    public void NettraceReader_BackgroundAndBlockingGen2_AreDistinguished()
    {
        var run = RecordedProgram.Run("large 1000 1", "DOTNET_gcConcurrent=1");
        var background = run.Recording.Collections.Where(collection => collection.Kind == CollectionKind.Background).ToList();
        Assert.NotEmpty(background);
        Assert.All(background, collection => Assert.Equal(Generations.Gen2, collection.Generation));
        foreach (var collection in background)
        {
            var index = run.Recording.Collections.ToList().IndexOf(collection);
            Assert.InRange(run.Recording.Pauses.Count(pause => pause.Collection == index), 1, 2);
        }
    }
}
