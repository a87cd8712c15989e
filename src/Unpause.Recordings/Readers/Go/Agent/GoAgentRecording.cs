using System.Buffers.Binary;
using System.Globalization;

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
        recording.Clock = AgentClock.Read(anchors, _zero, _coverage);
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

        source.Command = command.Count == 0 ? null : CommandText.Join(command);
        // What is in force may be another than the environment's: the program can change it.
        if (latest?.Get(GoAgentValue.Growth) is { } growth) source.Settings[GoSettings.Growth] = Text(growth);
        if (latest?.Get(GoAgentValue.Limit) is { } limit)
            source.Settings[GoSettings.MemoryLimit] = limit == long.MaxValue ? "off" : Quantities.Bytes(limit);
        if (latest?.Get(GoAgentValue.Processors) is { } processors) source.Settings[GoSettings.Processors] = Text(processors);
    }

    private void AddNotes(ulong lost, GoAgentRequests requests, List<GoAgentSample> samples)
    {
        if (recording.Pauses.Count > 0)
        {
            _coverage.Add(
                "Go reports one length for both pauses of a GC cycle, and when the second one ended. "
                + "A pause is shown as long as both together, ending there. The first one was earlier, before marking. "
                + "Pauses are a lower bound: the runtime takes its last timestamp before it "
                + "restarts the world, and mark assists come on top.");
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
        if (samples.Count > 0 && samples[^1].Get(GoAgentValue.Limited) > samples[0].Get(GoAgentValue.Limited))
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

/// <summary>A collection in the Go agent's file.</summary>
/// <param name="Sequence">Its place in the order of writing.</param>
/// <param name="EndUnixNanoseconds">Wall time of its end.</param>
/// <param name="PauseNanoseconds">Both of its stops together.</param>
/// <param name="SeenNanoseconds">When the agent learned of it, on its clock.</param>
internal readonly record struct GoAgentCycle(
    ulong Sequence, long Number, long EndUnixNanoseconds, long PauseNanoseconds, long SeenNanoseconds)
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Reads a whole record; null when it can't be one.</summary>
    public static GoAgentCycle? Parse(ReadOnlySpan<byte> slot, ulong sequence)
    {
        var cycle = new GoAgentCycle(sequence, Long(slot, 8), Long(slot, 16), Long(slot, 24), Long(slot, 32));
        return cycle.Number > 0 && cycle.EndUnixNanoseconds is >= 0 and < 2 * Limits.LongestNanoseconds
            && cycle.PauseNanoseconds is >= 0 and <= Limits.PauseNanoseconds
            && cycle.SeenNanoseconds is >= 0 and < Limits.LongestNanoseconds
            ? cycle : null;
    }

    private static long Long(ReadOnlySpan<byte> slot, int at) => BinaryPrimitives.ReadInt64LittleEndian(slot[at..]);
}

/// <summary>What the runtime's histograms say of stops, without their times: how many, and about how long the longest was.</summary>
internal static class GoAgentStops
{
    /// <summary>Adds a note on the collector's stops and on others, where there were any.</summary>
    public static void AddNotes(CoverageBuilder coverage, GoAgentSample first, GoAgentSample last)
    {
        AddNotes(coverage, first, last, other: false, "for GC");
        AddNotes(coverage, first, last, other: true, "for other reasons (ReadMemStats, GOMAXPROCS, profiles, traces)");
    }

    private static void AddNotes(CoverageBuilder coverage, GoAgentSample first, GoAgentSample last, bool other, string whose)
    {
        UInt128 count = 0;
        var longest = -1;
        for (var bucket = 0; bucket < GoAgentSample.Buckets; bucket++)
        {
            if (last.Stops(other, bucket) is not { } now || first.Stops(other, bucket) is not { } before || now <= before) continue;
            count += now - before;
            longest = bucket;
        }

        if (longest < 0) return;
        coverage.Add(
            $"The runtime counted {count:N0} stop-the-world pauses {whose}; the longest took from {Quantities.Duration(1L << longest)} "
            + $"to {Quantities.Duration(2L << longest)}.");
    }
}

/// <summary>Collects the requests of the Go agent's file.</summary>
internal sealed class GoAgentRequests
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Its function did not return.</summary>
    private const uint PanicFlag = 2;

    private readonly ServedRequests _requests = new();

    /// <summary>How many ended by a panic or by runtime.Goexit.</summary>
    public int Panics { get; private set; }

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _requests.MemoryBytes;

    /// <summary>When the last of them ended, on the agent's clock; 0 when there are none.</summary>
    public long LastNanoseconds => _requests.LastNanoseconds;

    /// <summary>Takes a whole record; false when it can't be one.</summary>
    public bool Take(ReadOnlySpan<byte> slot)
    {
        long start = BinaryPrimitives.ReadInt64LittleEndian(slot[8..]), duration = BinaryPrimitives.ReadInt64LittleEndian(slot[16..]);
        var name = (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(slot[24..]), int.MaxValue);
        if (!_requests.Take(start, duration, name)) return false;
        if ((BinaryPrimitives.ReadUInt32LittleEndian(slot[28..]) & PanicFlag) != 0) Panics++;
        return true;
    }

    /// <summary>All that began at the zero or later; null when there are none.</summary>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="names">The file's names; a request without one has the first.</param>
    public RecordedRequests? Build(long zero, List<string> names) => _requests.Build(zero, names);
}
