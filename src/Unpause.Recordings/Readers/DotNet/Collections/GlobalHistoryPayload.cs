using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// GCGlobalHeapHistory: how a collection was done. Payload: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man,
/// GCGlobalHeapHistory_V2 to _V4. Times: src/coreclr/gc/gcpriv.h, .NET 6 and later, in microseconds.
/// </summary>
internal readonly struct GlobalHistoryPayload
{
    private const uint ConcurrentMechanism = 1;
    private const uint CompactionMechanism = 2;
    private const int MostTimes = 8;

    private static readonly string[] SweepingTimes =
    [
        "mark sized references", "mark roots", DotNetPhases.ShortWeakReferences, "finalization scan", DotNetPhases.LongWeakReferences,
        "plan", "sweep",
    ];

    private static readonly string[] CompactingTimes =
    [
        "mark sized references", "mark roots", DotNetPhases.ShortWeakReferences, "finalization scan", DotNetPhases.LongWeakReferences,
        "plan", "relocate", "compact",
    ];

    private readonly Times _timesMicroseconds;
    private readonly int _count;
    private readonly uint _mechanisms;
    private readonly uint? _memoryLoad;

    private GlobalHistoryPayload(ref PayloadReader payload)
    {
        payload.Skip(8);
        Heaps = Math.Max(0, payload.Int32());
        var generation = payload.UInt32();
        CondemnedGeneration = payload.Short || generation > 2 ? null : (int)generation;
        payload.Skip(4 + 4);
        _mechanisms = payload.UInt32();
        payload.Skip(2 + 4);
        var load = payload.UInt32();
        _memoryLoad = payload.Short ? null : load;
        payload.Skip(4 + 4);
        var count = payload.UInt32();
        if (payload.Short || count > MostTimes) count = 0;
        _count = (int)count;
        for (var i = 0; i < count; i++) _timesMicroseconds[i] = payload.UInt32();
    }

    /// <summary>Whether it was done in the background after all.</summary>
    public bool Concurrent => (_mechanisms & ConcurrentMechanism) != 0;

    /// <summary>The generation that was collected in the end; null when the payload doesn't say.</summary>
    public int? CondemnedGeneration { get; }

    /// <summary>Heaps in use.</summary>
    public int Heaps { get; }

    public static GlobalHistoryPayload Read(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        return new GlobalHistoryPayload(ref payload);
    }

    /// <summary>Adds the phases and counts to the recording.</summary>
    public void AddTo(RecordingBuilder recording, OpenCollection open)
    {
        var names = (_mechanisms & CompactionMechanism) != 0 ? CompactingTimes : SweepingTimes;
        for (var i = 0; i < Math.Min(names.Length, _count); i++)
        {
            // Of a background collection only the marking from roots runs beside the application.
            if (_timesMicroseconds[i] > 0)
            {
                recording.Phases.Add(new Phase(open.Index, names[i], _timesMicroseconds[i] * 1000L, null, open.Background && i <= 1));
            }
        }

        open.Set(CollectionFact.Heaps, Heaps);
        if (_memoryLoad is { } load) open.Set(CollectionFact.MemoryLoadPercent, load);
        open.Compacting = (_mechanisms & CompactionMechanism) != 0;
    }

    [System.Runtime.CompilerServices.InlineArray(MostTimes)]
    private struct Times
    {
        private uint _first;
    }
}
