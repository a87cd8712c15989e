using Unpause.Collections;
using Unpause.Readers.DotNet.Container;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet.Collections;

/// <summary>
/// Call stacks of the code that asked for collections. The event GCTriggered carries the stack, GCStart does not: the
/// next GCStart with the same reason belongs to it (under server GC it is written before the suspension, on the user's
/// thread, else after it).
/// </summary>
internal sealed class InducedCalls
{
    private readonly List<(uint Reason, int Stack)> _triggered = [];
    private readonly ChunkedList<(Collection.Builder Collection, int Stack)> _calls = new();

    public void Triggered(in RuntimeEvent e)
    {
        if (_triggered.Count < Limits.OpenThreads) _triggered.Add((new PayloadReader(e.Payload).UInt32(), e.Stack));
    }

    public void Started(uint reason, Collection.Builder collection)
    {
        var at = _triggered.FindIndex(triggered => triggered.Reason == reason);
        if (at < 0) return;
        if (collection.Induced) _calls.Add((collection, _triggered[at].Stack));
        // What was triggered before it and did not start by now was given up: another thread's collection served it.
        _triggered.RemoveRange(0, at + 1);
    }

    /// <summary>The callers, the most frequent first; null when no induced collection has a stack with names.</summary>
    public IReadOnlyList<InducedCall>? Build(StackNames names)
    {
        var calls = new Dictionary<string, InducedCall>(StringComparer.Ordinal);
        foreach (var (collection, stack) in _calls)
        {
            // A tool's collection has been found out meanwhile.
            if (!collection.Induced || names.Of(stack) is not { Count: > 0 } methods) continue;
            var key = string.Join('\n', methods);
            var known = calls.GetValueOrDefault(key) ?? new InducedCall(0, methods);
            calls[key] = known with { Count = known.Count + 1 };
        }

        return calls.Count == 0 ? null : [.. calls.Values.OrderByDescending(call => call.Count)];
    }
}
