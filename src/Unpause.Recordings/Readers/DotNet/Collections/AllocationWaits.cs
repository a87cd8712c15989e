using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Threads that wait to allocate while a background collection runs (events BGCAllocWaitBegin and -End of the private
/// provider). Reasons: dotnet/runtime, src/coreclr/gc/gcpriv.h, enum alloc_wait_reason, .NET 10.
/// </summary>
internal sealed class AllocationWaits(RecordingBuilder recording)
{
    private static readonly string[] Names =
    [
        "allocation wait: low memory",
        "allocation wait: low ephemeral space",
        "allocation wait: small object",
        "allocation wait: large object",
        "allocation wait: large object in low memory",
        "allocation wait: no space for a large object",
        "allocation wait: no space for a small object during a background collection",
        "allocation wait: no space for a large object during a background collection",
        "allocation wait: blocking collection behind a background collection",
        "allocation wait: large object segment",
        "allocation wait: large object during the plan phase",
        "allocation wait: too many large objects during a background collection",
    ];

    private readonly Dictionary<long, (long Start, string Name)> _open = [];
    private readonly List<Stall> _closed = [];

    public void Begin(in RuntimeEvent e)
    {
        var reason = new PayloadReader(e.Payload).UInt32();
        var name = reason < Names.Length ? Names[reason] : "allocation wait";
        if (_open.Count < Limits.OpenThreads) _open[e.ThreadId] = (e.TimeNanoseconds, name);
    }

    public void End(in RuntimeEvent e)
    {
        if (_open.Remove(e.ThreadId, out var wait))
        {
            _closed.Add(new Stall(wait.Start, e.TimeNanoseconds - wait.Start, wait.Name, e.ThreadId));
        }
    }

    /// <summary>Hands the waits over in order of their start. One that outlasts the recording has no length and is left out.</summary>
    public void Finish()
    {
        foreach (var stall in _closed.OrderBy(stall => stall.StartNanoseconds)) recording.Stalls.Add(stall);
    }
}
