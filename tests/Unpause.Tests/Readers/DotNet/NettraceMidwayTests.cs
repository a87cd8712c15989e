using Unpause.Recordings;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Recordings of a process that runs already: they begin anywhere, in a collection or a suspension, and end anywhere.</summary>
public class NettraceMidwayTests
{
    [Theory]
    [InlineData("server")]
    [InlineData("large-objects-concurrent")]
    public void NettraceMidway_LaterEvents_AreTheSameWhereverItBegins(string sample)
    {
        var bytes = NettraceSample.Bytes(sample);
        var whole = Assert.Single(NettraceSample.ReadBytes(bytes).Recordings);
        var events = Count(bytes);
        for (var skipped = 0; skipped < events; skipped += 1 + (events / 150))
        {
            if (Read(bytes, skipped, events) is not { } part) continue;
            Assert.True(part.Collections.Count <= whole.Collections.Count, "no collection is invented");
            Assert.All(part.Pauses, pause => Assert.Contains(
                pause with { Collection = 0 }, whole.Pauses.Select(known => known with { Collection = 0, Name = pause.Name })));
            var last = whole.Collections[^1];
            var later = part.Collections.Where(collection => collection.Number == last.Number).ToList();
            if (part.Collections.Count < 3) continue;
            Assert.Equal(last.HeapAfterBytes, Assert.Single(later).HeapAfterBytes);
            Assert.Equal(last.Generation, later[0].Generation);
            Assert.Equal(last.Kind, later[0].Kind);
        }
    }

    [Fact]
    public void NettraceMidway_FirstCollectionAfterALateStart_DoesNotCountTheHeapAsAllocated()
    {
        var bytes = NettraceSample.Bytes("workstation");
        var part = Read(bytes, Count(bytes) / 3, int.MaxValue);
        Assert.NotNull(part);
        Assert.True(part.Collections[0].Number > 1, "the recording begins later");
        Assert.Null(part.Collections[0].AllocatedBytes);
        Assert.NotNull(part.Collections[1].AllocatedBytes);
    }

    [Fact]
    public void NettraceMidway_AnyEnd_IsAllowed()
    {
        var bytes = NettraceSample.Bytes("server");
        var events = Count(bytes);
        var collections = 0;
        for (var taken = 1; taken < events; taken += 1 + (events / 150))
        {
            if (Read(bytes, 0, taken) is not { } part) continue;
            Assert.True(part.Collections.Count >= collections, "more events give no fewer collections");
            collections = part.Collections.Count;
            Assert.All(part.Pauses, pause => Assert.True(pause.DurationNanoseconds >= 0, "no negative pause"));
        }
    }

    private static int Count(byte[] bytes)
    {
        var count = 0;
        new BlockDecoder().Run(new NettraceFrames(new MemoryStream(bytes)), (int _, in RuntimeEvent _) => count++);
        return count;
    }

    private static Recording? Read(byte[] bytes, int skipped, int end)
    {
        var decoder = new BlockDecoder();
        var builder = new ProcessBuilder(1);
        var index = 0;
        decoder.Run(new NettraceFrames(new MemoryStream(bytes)), (int _, in RuntimeEvent e) =>
        {
            if (index >= skipped && index < end) builder.Handle(e);
            index++;
        });
        return builder.Finish(decoder.StartedAt, decoder.Stacks)?.Build();
    }
}
