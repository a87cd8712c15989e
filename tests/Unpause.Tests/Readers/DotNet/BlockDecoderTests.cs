using Unpause.Readers.DotNet;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Our decoder against TraceEvent: the same events, threads, times and payloads, in the same order.</summary>
public class BlockDecoderTests
{
    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("large-objects")]
    [InlineData("web")]
    public void DecodesWhatTraceEventDecodes(string sample)
    {
        var bytes = NettraceSample.Bytes(sample);
        var ours = Decode(new BlockDecoder(), bytes);
        var theirs = Decode(new TraceEventDecoder(), bytes);
        Assert.True(ours.Count > 1000, "the sample has events");
        Assert.Equal(theirs.Count, ours.Count);
        for (var i = 0; i < ours.Count; i++)
        {
            Assert.Equal(theirs[i].What, ours[i].What);
            // TraceEvent gives the time as a floating-point number of milliseconds.
            Assert.InRange(ours[i].Time - theirs[i].Time, -2, 2);
        }
    }

    private static List<(string What, long Time)> Decode(IEventDecoder decoder, byte[] bytes)
    {
        var events = new List<(string, long)>();
        Assert.Null(decoder.Run(new NettraceFrames(new MemoryStream(bytes)), (int process, in RuntimeEvent e) =>
        {
            if (WantedEvents.UseOf(e.Provider, e.Id) == EventUse.None) return;
            events.Add(($"{process} {e.Provider} {e.Id} v{e.Version} thread {e.ThreadId} {e.PointerBytes} {Convert.ToHexString(e.Payload)}", e.TimeNanoseconds));
        }));
        Assert.Equal(0, decoder.LostEvents);
        Assert.Equal(2026, decoder.StartedAt!.Value.Year);
        return events;
    }
}
