using System.Globalization;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>Makes a recording from a Go agent's file.</summary>
internal sealed class GoAgentRecording(RecordingBuilder recording, GoAgentHeader header, byte[] bytes)
{
    private const string PauseName = "sweep and mark termination";
    private readonly CoverageBuilder _coverage = recording.Coverage;
    private long _zero;

    /// <summary>Fills the recording.</summary>
    /// <param name="cycles">In order.</param>
    /// <param name="samples">In order.</param>
    /// <param name="requests">All that were read.</param>
    public void Build(List<GoAgentCycle> cycles, List<GoAgentSample> samples, GoAgentRequests requests)
    {
        Describe(samples.Count > 0 ? samples[^1] : null);
        var ends = EndsOf(cycles, samples);
        var lost = header.CyclesBegun > (ulong)header.Places.Cycles ? header.CyclesBegun - (ulong)header.Places.Cycles : 0;
        if (lost > 0 && ends.Count > 0) _zero = Math.Max(0, ends[0]);
        for (var i = 0; i < cycles.Count; i++) Add(cycles[i], ends[i]);
        GoAgentShares.Add(recording, cycles, samples);
        GoAgentCounters.Add(recording, samples, _zero);
        recording.Requests = requests.Build(_zero, header.Names(bytes));
        var last = Math.Max(ends.Count > 0 ? ends.Max() : 0, requests.LastNanoseconds);
        if (samples.Count > 0) last = Math.Max(last, samples[^1].TimeNanoseconds);
        if (last > _zero) recording.DurationNanoseconds = last - _zero;
        var anchors = new byte[samples.Count * AgentClock.AnchorBytes];
        for (var i = 0; i < samples.Count; i++) samples[i].Anchor.CopyTo(anchors, i * AgentClock.AnchorBytes);
        recording.Clock = AgentClock.Of(anchors, _zero, _coverage);
        AddNotes(lost, requests, samples);
    }

    /// <summary>The ends on the agent's clock: wall times, less what the next sample's wall clock was ahead.</summary>
    private List<long> EndsOf(List<GoAgentCycle> cycles, List<GoAgentSample> samples)
    {
        var ends = new List<long>(cycles.Count);
        var (next, last) = (0, 0L);
        foreach (var cycle in cycles)
        {
            while (next < samples.Count - 1 && samples[next].TimeNanoseconds < cycle.SeenNanoseconds) next++;
            var offset = samples.Count > 0 ? samples[next].OffsetNanoseconds : header.StartedUnixNanoseconds;
            // It ended after the one before it and before it was seen: where the wall clock was set meanwhile, between them.
            last = Math.Clamp(cycle.EndUnixNanoseconds - offset, last, Math.Max(last, cycle.SeenNanoseconds));
            ends.Add(last);
        }

        return ends;
    }

    private void Add(in GoAgentCycle cycle, long end)
    {
        var index = recording.Collections.Count;
        var collection = recording.Begin(cycle.Number);
        collection.WholeHeap = true;
        collection.Kind = CollectionKind.Background;
        collection.EndNanoseconds = end - _zero;
        recording.Pauses.Add(new Pause(end - _zero - cycle.PauseNanoseconds, cycle.PauseNanoseconds, index, PauseName));
    }

    private void Describe(GoAgentSample? latest)
    {
        var source = recording.Source;
        source.ProcessId = header.ProcessId;
        var command = new List<string>();
        foreach (var (key, value) in header.Facts(bytes))
        {
            switch (key)
            {
                case "version": source.RuntimeVersion = value[..Math.Min(value.Length, Limits.VersionChars)]; break;
                case "argument": command.Add(value); break;
                case GoSettings.Growth or GoSettings.MemoryLimit or "GODEBUG": source.Settings[key] = value; break;
            }
        }

        source.Command = command.Count == 0 ? null : CommandText.Of(command);
        // What is in force may be another than the environment's: the program can change it.
        if (latest?.Of(GoAgentValue.Growth) is { } growth) source.Settings[GoSettings.Growth] = Text(growth);
        if (latest?.Of(GoAgentValue.Limit) is { } limit)
            source.Settings[GoSettings.MemoryLimit] = limit == long.MaxValue ? "off" : Quantities.Bytes(limit);
        if (latest?.Of(GoAgentValue.Processors) is { } processors) source.Settings[GoSettings.Processors] = Text(processors);
    }

    private void AddNotes(ulong lost, GoAgentRequests requests, List<GoAgentSample> samples)
    {
        if (recording.Pauses.Count > 0)
        {
            _coverage.Add(
                "Go reports one length for both pauses of a GC cycle, and when the second one ended. "
                + "A pause is shown as long as both together, ending there. The first one was earlier, before marking. "
                + "Pauses are a lower bound: the runtime takes its last timestamp before it restarts the world, and mark assists come on top.");
        }

        Overwritten(lost, header.CyclesBegun, "collections", "so the recording begins after them");
        var overwritten = header.RequestsBegun > (ulong)header.Places.Requests ? header.RequestsBegun - (ulong)header.Places.Requests : 0;
        Overwritten(overwritten, header.RequestsBegun, "served requests", "so pauses of that time have no requests");
        var unsampled = header.SamplesBegun > (ulong)header.Places.Samples ? header.SamplesBegun - (ulong)header.Places.Samples : 0;
        Overwritten(unsampled, header.SamplesBegun, "samples", "so collections of that time have no sizes and CPU times");
        if (header.LostCycles > 0)
        {
            _coverage.Add($"{header.LostCycles:N0} collections ended faster than the agent polled, and the runtime no longer had them.",
                unreadable: true);
        }

        if (header.Unnamed > 0) _coverage.Add($"{header.Unnamed:N0} requests are named \"other\": the file has no room for more names.");
        if (requests.Panics > 0) _coverage.Add($"{Quantities.Count(requests.Panics, "request")} ended with a panic.");
        if (!header.Ended) _coverage.Add("The recording was not closed, or is still running: its last entry is taken as its end.");
        if (samples.Count > 0 && samples[^1].Of(GoAgentValue.Limited) > samples[0].Of(GoAgentValue.Limited))
        {
            _coverage.Add(
                "The runtime limited its GC to half of the CPU, so memory may exceed GOMEMLIMIT: the live heap is near the limit.");
        }

        if (samples.Count > 0) GoAgentStops.AddNotes(_coverage, samples[0], samples[^1]);
    }

    private void Overwritten(ulong lost, ulong all, string what, string therefore)
    {
        if (lost > 0) _coverage.Add($"The first {lost:N0} of {all:N0} {what} were overwritten, {therefore}.");
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
