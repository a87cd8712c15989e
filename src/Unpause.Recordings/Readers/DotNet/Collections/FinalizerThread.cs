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
