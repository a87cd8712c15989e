using Unpause.Recordings.Objects;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// The runs of the finalizer thread, from GCFinalizersBegin and -End (which has the number of finalizers that ran).
/// Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, GCFinalizersEnd_V1.
/// </summary>
/// <param name="names">The names of types.</param>
internal sealed class FinalizerThread(TypeTable names)
{
    private long? _begin;
    private Total _objects;
    private Total _total;
    private long _longest;
    private bool _seen;

    /// <summary>Which types it finalizes.</summary>
    public FinalizedTypes Types { get; } = new(names);

    public void Begin(in RuntimeEvent e)
    {
        _begin = e.TimeNanoseconds;
        _seen = true;
    }

    public void End(in RuntimeEvent e)
    {
        var objects = new PayloadReader(e.Payload).UInt32();
        _seen = true;
        _objects += objects;
        if (_begin is not { } begin) return;
        var duration = e.TimeNanoseconds - begin;
        _total += duration;
        _longest = Math.Max(_longest, duration);
        _begin = null;
    }

    /// <summary>What was seen; null when nothing was.</summary>
    public FinalizerRuns? Build() =>
        _seen ? new FinalizerRuns(_objects, _total, _longest, _begin) { Types = Types.Build(), LastType = Types.Last() } : null;
}

/// <summary>
/// Counts by type the objects whose finalizers were started. Payload: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man,
/// FinalizeObject (level verbose): the type's id.
/// </summary>
/// <param name="names">The names of types.</param>
internal sealed class FinalizedTypes(TypeTable names)
{
    private readonly Dictionary<long, long> _objects = [];
    private long _last;

    /// <summary>A finalizer is about to run.</summary>
    public void Started(in RuntimeEvent e)
    {
        var type = new PayloadReader(e.Payload, e.PointerBytes).Word();
        if (_objects.Count >= Limits.Names && !_objects.ContainsKey(type)) type = 0;
        CollectionsMarshal.GetValueRefOrAddDefault(_objects, type, out _)++;
        _last = type;
    }

    /// <summary>The types, the most objects first; null when the recording has no finalized object.</summary>
    public IReadOnlyList<FinalizedType>? Build() => _objects.Count == 0
        ? null
        : [.. _objects.Select(pair => new FinalizedType(names.NameOf(pair.Key), pair.Value)).OrderByDescending(type => type.Objects)];

    /// <summary>The type of the finalizer that was started last; null when it has no name.</summary>
    public string? Last() => names.NameOf(_last);
}
