using Unpause.Recordings;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>
/// A trace of a million collections must fit: what is kept of each is bounded. Alone, because the whole heap is measured.
/// </summary>
[CollectionDefinition(nameof(NettraceMemoryTests), DisableParallelization = true)]
[Collection(nameof(NettraceMemoryTests))]
public class NettraceMemoryTests
{
    private const int Copies = 60;
    private const long MostBytesACollection = 800;

    [Fact]
    public void NettraceMemory_Collection_KeepsFewBytes()
    {
        var events = new List<(EventProvider Provider, int Id, int Version, long Thread, long Time, byte[] Payload)>();
        new BlockDecoder().Run(new NettraceFrames(new MemoryStream(NettraceSample.Bytes("small-gen0"))), (int _, in RuntimeEvent e) =>
        {
            if (e.Provider is EventProvider.Runtime or EventProvider.RuntimePrivate)
            {
                events.Add((e.Provider, e.Id, e.Version, e.ThreadId, e.TimeNanoseconds, e.Payload.ToArray()));
            }
        });
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var recording = Repeat(events);
        var kept = (GC.GetTotalMemory(forceFullCollection: true) - before) / recording.Collections.Count;
        Assert.Equal(506 * Copies, recording.Collections.Count);
        Assert.Equal(recording.Collections.Count, recording.Pauses.Count);
        Assert.True(kept < MostBytesACollection, $"{kept} bytes are kept of a collection");
        GC.KeepAlive(recording);
    }

    private static Recording Repeat(List<(EventProvider Provider, int Id, int Version, long Thread, long Time, byte[] Payload)> events)
    {
        var builder = new ProcessBuilder(1);
        var length = events[^1].Time;
        for (var copy = 0; copy < Copies; copy++)
        {
            foreach (var (provider, id, version, thread, time, payload) in events)
            {
                builder.Handle(new RuntimeEvent(provider, id, version, thread, (copy * length) + time, 8, payload));
            }
        }

        return builder.Finish(null, new StackTable())!.Build();
    }
}
