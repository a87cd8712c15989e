using Microsoft.Diagnostics.Tracing;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet.Container;

/// <summary>Our decoder against TraceEvent: the same events, threads, times and payloads, in the same order.</summary>
public class BlockDecoderTests
{
    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("large-objects")]
    [InlineData("web")]
    public void BlockDecoder_Events_MatchTraceEvent(string sample) => AssertSame(NettraceSample.Bytes(sample));

    [Theory]
    [InlineData("workstation", 1)]
    [InlineData("server", 1)]
    [InlineData("large-objects", 3)]
    [InlineData("web", 1)]
    public void BlockDecoder_EventsOfVersion6_MatchTraceEvent(string sample, int processes) =>
        AssertSame(NettraceVersion6.Of(NettraceSample.Bytes(sample), processes));

    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("large-objects")]
    [InlineData("web")]
    public void BlockDecoder_Version6_GivesTheSameRecording(string sample)
    {
        var version4 = Assert.Single(NettraceSample.ReadBytes(NettraceSample.Bytes(sample)).Recordings);
        var version6 = Assert.Single(NettraceSample.ReadBytes(NettraceVersion6.Of(NettraceSample.Bytes(sample), processes: 1)).Recordings);
        Assert.Equal(version4.Source.ProcessId, version6.Source.ProcessId);
        Assert.Equal(version4.Source.Settings, version6.Source.Settings);
        Assert.Equal(version4.Pauses, version6.Pauses);
        Assert.Equal(version4.Requests?.Requests, version6.Requests?.Requests);
        Assert.Equal(version4.Stops, version6.Stops);
        Assert.Equal(
            version4.Phases.Select(phase => phase.DurationNanoseconds), version6.Phases.Select(phase => phase.DurationNanoseconds));
        Assert.Equal(
            version4.Allocations?.Sites.Select(site => (site.Type, site.Bytes, string.Join(' ', site.Stack))),
            version6.Allocations?.Sites.Select(site => (site.Type, site.Bytes, string.Join(' ', site.Stack))));
        // The sample has no end mark; what is written anew has one.
        Assert.Equal(
            version4.Coverage.Notes.Where(note => !note.Unreadable).Select(note => note.Text),
            version6.Coverage.Notes.Select(note => note.Text));
    }

    /// <summary>Version 6 has activities in lists of labels, which TraceEvent reads, too.</summary>
    [Fact]
    public void BlockDecoder_ActivitiesOfVersion6_MatchTraceEvent()
    {
        var file = NettraceVersion6.Of(NettraceSample.Bytes("web"), processes: 1);
        var theirs = new List<Guid>();
        using (var source = new EventPipeEventSource(new MemoryStream(file)))
        {
            source.Dynamic.All += data =>
            {
                if (data.ProviderName == "Microsoft.AspNetCore.Hosting"
                    && (int)data.ID is RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop)
                {
                    theirs.Add(data.ActivityID);
                }
            };
            source.Process();
        }

        var ours = new List<Guid>();
        new BlockDecoder().Run(new NettraceFrames(new MemoryStream(file)), (int _, in RuntimeEvent e) =>
        {
            if (e is { Provider: EventProvider.AspNetCoreHosting, Id: RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop })
            {
                ours.Add(new Guid(e.Payload[..16]));
            }
        });
        Assert.True(ours.Count > 2_000);
        Assert.DoesNotContain(Guid.Empty, ours);
        Assert.Equal(theirs, ours);
    }

    [Fact]
    public void BlockDecoder_SeveralProcesses_AreSeparated()
    {
        var loaded = NettraceSample.ReadBytes(NettraceVersion6.Of(NettraceSample.Bytes("workstation"), processes: 2));
        var whole = NettraceSample.Read("workstation");
        Assert.Equal(
            whole.Pauses.Select(pause => pause.DurationNanoseconds),
            Assert.Single(loaded.Recordings, recording => recording.Collections.Count == whole.Collections.Count)
                .Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(
            1, loaded.Recordings.Select(recording => recording.Source.ProcessId).Distinct().Count(id => id == whole.Source.ProcessId));
    }

    private static void AssertSame(byte[] bytes)
    {
        var decoder = new BlockDecoder();
        var reference = new TraceEventDecoder();
        var ours = Decode(decoder.Run, bytes);
        var theirs = Decode(reference.Run, bytes);
        Assert.True(ours.Count > 1000, "the sample has events");
        Assert.Equal(theirs.Count, ours.Count);
        for (var i = 0; i < ours.Count; i++)
        {
            Assert.Equal(theirs[i].What, ours[i].What);
            // TraceEvent gives the time as a floating-point number of milliseconds.
            Assert.InRange(ours[i].Time - theirs[i].Time, -2, 2);
        }

        Assert.Equal(0, decoder.LostEvents);
        Assert.Equal(0, reference.LostEvents);
        Assert.Equal(reference.StartedAt, decoder.StartedAt);
        Assert.Equal(reference.Processors, decoder.Processors);
        Assert.Equal(2026, decoder.StartedAt!.Value.Year);
    }

    private static List<(string What, long Time)> Decode(Func<NettraceFrames, RuntimeEventHandler, string?> decode, byte[] bytes)
    {
        var events = new List<(string, long)>();
        Assert.Null(decode(new NettraceFrames(new MemoryStream(bytes)), (int process, in RuntimeEvent e) =>
        {
            if (WantedEvents.UseOf(e.Provider, e.Id) == EventUse.None) return;
            events.Add((
                $"{process} {e.Provider} {e.Id} v{e.Version} thread {e.ThreadId} {e.PointerBytes} {Convert.ToHexString(e.Payload)}",
                e.TimeNanoseconds));
        }));
        return events;
    }
}
