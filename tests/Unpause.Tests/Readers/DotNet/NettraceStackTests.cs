using Unpause.Recordings.Allocations;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Call stacks: allocation sites, and callers that induce collections.</summary>
[Trait("Tier", "live")]
public class NettraceStackTests
{
    private const long ArrayBytes = 400_000;
    private const long Arrays = 3_000;

    [Fact]
    public void NettraceStack_LargeObjects_AreCountedExactlyAtTheirSite()
    {
        var recording = NettraceSample.Read("large-objects");
        var site = recording.Allocations!.Sites[0];
        Assert.Equal("System.Byte[]", site.Type);
        Assert.Equal(AllocationHeap.Large, site.Heap);
        Assert.Equal(Arrays, site.Samples);
        Assert.InRange(site.Bytes, Arrays * ArrayBytes, Arrays * (ArrayBytes + 100));
        Assert.Equal(["AllocatingProgram.Workload.Large", "AllocatingProgram.Workload.Run"], site.Stack.Take(2));
        Assert.True(recording.Allocations.LargeObjectsExact);
    }

    [Fact]
    public void NettraceStack_Sites_SumToWhatTheProgramAllocated()
    {
        // What the program printed; ticks miss only what came after the last one of each heap.
        Assert.InRange(NettraceSample.Read("large-objects").AllocatedBytes!.Value, 1_223_111_360 - 500_000, 1_223_111_360);
        Assert.InRange(NettraceSample.Read("large-objects-pooled").AllocatedBytes!.Value, 24_261_000 - 500_000, 24_261_000);
    }

    [Fact]
    public void NettraceStack_RentedArrays_AreNotLargeObjectAllocations()
    {
        var large = NettraceSample.Read("large-objects-pooled").Allocations!.Sites.Where(site => site.Heap == AllocationHeap.Large);
        Assert.InRange(large.Sum(site => site.Bytes), 1, 3_000_000);
    }

    [Fact]
    public void NettraceStack_GcCollect_CallerIsFound()
    {
        var call = Assert.Single(NettraceSample.Read("induced").InducedBy!);
        Assert.Equal(30, call.Count);
        Assert.Equal(
            [
                "System.GC.Collect",
                "AllocatingProgram.MemoryMonitor.Notify",
                "AllocatingProgram.MemoryMonitor.Check",
                "AllocatingProgram.Workload.Induced"
            ],
            call.Stack.Take(4));
    }

    [Fact]
    public void NettraceStack_RecordingWithoutTicks_HasNoSites()
    {
        Assert.Null(NettraceSample.Read("workstation").Allocations);
        Assert.Null(NettraceSample.Read("workstation").InducedBy);
    }

    [Fact]
    public void NettraceStack_SampledAllocations_AreWeighted()
    {
        var run = RecordedProgram.Run("large 1500 1", "DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x80000000001:4");
        var allocations = run.Recording.Allocations;
        Assert.NotNull(allocations);
        Assert.False(allocations.LargeObjectsExact);
        // 1500 arrays are met with a probability of 98 % each, so their sum is off by less than 1 % (3 standard deviations).
        var large = allocations.Sites.Where(site => site is { Heap: AllocationHeap.Large, Type: "System.Byte[]" }).Sum(site => site.Bytes);
        Assert.InRange(large, 1_500 * ArrayBytes * 0.98, 1_500 * ArrayBytes * 1.02);
    }
}
