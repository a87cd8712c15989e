using Unpause.Recordings.Readers.DotNet.Collections;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Watches a .nettrace stream while it is written: reports each suspension, from its request to the restart of all threads, with the
/// collection that started in it, each collection, and each request that was served. Keeps nothing of what has ended.
/// </summary>
/// <param name="seen">Takes each stop, collection and request. A background collection's later stops have no own collection.</param>
public sealed class NettraceWatch(Action<SeenStop> seen)
{
    private const long MostHeapBytes = 1L << 50;

    private readonly Dictionary<long, OpenStop> _stops = [];
    private readonly Dictionary<UInt128, long> _requests = [];
    private readonly BlockDecoder _decoder = new();
    private OpenStop? _latest;

    /// <summary>Reads a stream to its end.</summary>
    public void Read(Stream stream) => _decoder.Run(new NettraceFrames(stream), Handle);

    private void Handle(int processId, in RuntimeEvent e)
    {
        if (e.Provider == EventProvider.Runtime)
        {
            HandleStop(e);
        }
        else if (e is { Provider: EventProvider.AspNetCoreHosting, Id: RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop })
        {
            HandleRequest(e);
        }
    }

    private void HandleStop(in RuntimeEvent e)
    {
        switch (e.Id)
        {
            case RuntimeEventIds.SuspendBegin:
                var reason = (byte)Math.Min(new PayloadReader(e.Payload).UInt32(), byte.MaxValue);
                if (_stops.Count < Limits.OpenThreads) _stops[e.ThreadId] = _latest = new OpenStop(e.TimeNanoseconds, reason);
                break;
            case RuntimeEventIds.GcStart:
                HandleCollection(e);
                break;
            case RuntimeEventIds.HeapStats when _latest is { } measured:
                measured.HeapAfterBytes = HeapOf(e.Payload);
                break;
            case RuntimeEventIds.RestartEnd when _stops.Remove(e.ThreadId, out var ended):
                Report(ended, e.TimeNanoseconds);
                break;
        }
    }

    private void HandleCollection(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        payload.UInt32();
        var generation = (int)Math.Min(payload.UInt32(), 2);
        seen(new SeenStop(SeenKind.Collection, 0)
        {
            EndNanoseconds = _decoder.ZeroNanoseconds + e.TimeNanoseconds,
            Generation = GenerationNames[generation],
            Collects = true,
        });
        if (_latest is not { Generation: null } stop) return;
        stop.Generation = generation;
        stop.GcReason = payload.UInt32();
    }

    private void Report(OpenStop stop, long end)
    {
        var collects = Suspension.IsForCollector(stop.Reason);
        var induced = stop.GcReason is { } reason && GcReasons.IsInduced(reason);
        var seenStop = new SeenStop(SeenKind.Stop, end - stop.Begin)
        {
            EndNanoseconds = _decoder.ZeroNanoseconds + end,
            UnixNanoseconds = _decoder.StartedAt is { } zero ? UnixTime.Nanoseconds(zero) + end : null,
            Collects = collects,
            Generation = stop.Generation is { } number ? GenerationNames[number] : null,
            Cause = collects ? stop.GcReason is { } word ? GcReasons.Get(word).Cause : null : Suspension.NameOf(stop.Reason),
            Induced = induced,
            HeapAfterBytes = stop.HeapAfterBytes,
        };
        seen(seenStop);
        if (collects) seen(seenStop with { Kind = SeenKind.Pause });
    }

    private static readonly string[] GenerationNames =
        [Words.Generations.Gen0, Words.Generations.Gen1, Words.Generations.Gen2];

    /// <summary>GCHeapStats: sizes of generations 0 to 3 (large objects), each followed by what was promoted.</summary>
    private static long HeapOf(ReadOnlySpan<byte> bytes)
    {
        var payload = new PayloadReader(bytes);
        var sum = 0L;
        for (var generation = 0; generation < 4; generation++)
        {
            sum += Math.Clamp(payload.Int64(), 0, MostHeapBytes);
            payload.Skip(sizeof(long));
        }

        return sum;
    }

    private void HandleRequest(in RuntimeEvent e)
    {
        ActivityIds.Read(e.Payload, out var activity, out _);
        if (activity == 0) return;
        if (e.Id == RuntimeEventIds.RequestStart && _requests.Count < Limits.OpenRequests) _requests[activity] = e.TimeNanoseconds;
        else if (e.Id == RuntimeEventIds.RequestStop && _requests.Remove(activity, out var start))
            seen(new(SeenKind.Request, e.TimeNanoseconds - start) { EndNanoseconds = _decoder.ZeroNanoseconds + e.TimeNanoseconds });
    }

    private sealed class OpenStop(long begin, byte reason)
    {
        public long Begin { get; } = begin;

        public byte Reason { get; } = reason;

        public int? Generation { get; set; }

        public uint? GcReason { get; set; }

        public long? HeapAfterBytes { get; set; }
    }
}
