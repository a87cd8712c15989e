using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Call stacks of the code that induced collections. The event GCTriggered carries the stack, GCStart does not: the
/// next GCStart with the same reason belongs to it (under server GC it is written before the suspension, on the user's
/// thread, else after it). Where the process is suspended and resumes without a collection, GC.TryStartNoGCRegion has found enough
/// free memory (dotnet/runtime, src/coreclr/gc/gc.cpp, should_proceed_for_no_gc).
/// </summary>
internal sealed class InducedCalls
{
    private const int NoCollection = -1;

    private readonly List<(uint Reason, int Stack)> _triggered = [];
    private readonly ChunkedList<(int Collection, int Stack)> _calls = new();
    private bool _held;

    /// <summary>Calls that suspended the process and collected nothing.</summary>
    public long WithoutCollection { get; private set; }

    public void Triggered(in RuntimeEvent e)
    {
        if (_triggered.Count < Limits.OpenThreads) _triggered.Add((new PayloadReader(e.Payload).UInt32(), e.Stack));
    }

    /// <summary>The process is suspended for a collection to come.</summary>
    public void Held() => _held = true;

    /// <summary>The process is resumed.</summary>
    public void Released()
    {
        // The background collection's last suspension comes without a trigger.
        if (_held && _triggered is [var asked] && GcReasons.IsInduced(asked.Reason))
        {
            WithoutCollection++;
            _calls.Add((NoCollection, asked.Stack));
            _triggered.Clear();
        }

        _held = false;
    }

    /// <summary>A collection starts.</summary>
    /// <returns>The stack that triggered it; <see cref="StackTable.None"/> where none is recorded.</returns>
    public int Started(uint reason, OpenCollection open)
    {
        _held = false;
        var at = _triggered.FindIndex(triggered => triggered.Reason == reason);
        if (at < 0) return StackTable.None;
        var stack = _triggered[at].Stack;
        if (open.Collection.Induced) _calls.Add((open.Index, stack));
        // What was triggered before it and did not start by now was given up: another thread's collection served it.
        _triggered.RemoveRange(0, at + 1);
        return stack;
    }

    /// <summary>The callers, those with the longest pauses first; null when no induced collection has a stack with names.</summary>
    public IReadOnlyList<InducedCall>? Build(StackNames names, RecordingBuilder recording)
    {
        if (_calls.Count == 0) return null;
        var pauses = Pauses(recording);
        var calls = new Dictionary<string, InducedCall>(StringComparer.Ordinal);
        foreach (var (index, stack) in _calls)
        {
            if (names.Get(stack) is not { Count: > 0 } methods) continue;
            var key = string.Join('\n', methods);
            var known = calls.GetValueOrDefault(key) ?? new InducedCall(0, methods) { PauseNanoseconds = 0, LongestNanoseconds = 0 };
            if (index == NoCollection) calls[key] = known with { WithoutCollection = known.WithoutCollection + 1 };
            // A tool's collection has been found out meanwhile.
            else if (recording.Collections[index] is { Induced: true } collection) calls[key] = Plus(known, collection, pauses[index]);
        }

        if (calls.Count == 0) return null;
        return [.. calls.Values.OrderByDescending(call => call.PauseNanoseconds).ThenByDescending(call => call.Count)];
    }

    private static InducedCall Plus(InducedCall known, Collection collection, (Total Sum, long Longest) pauses) => known with
    {
        Count = known.Count + 1,
        PauseNanoseconds = (Total.From(known.PauseNanoseconds ?? 0) + pauses.Sum.Value).Value,
        LongestNanoseconds = Math.Max(known.LongestNanoseconds ?? 0, pauses.Longest),
        Mode = known.Count == 0 || known.Mode == collection.RuntimeCause ? collection.RuntimeCause : null,
    };

    private Dictionary<int, (Total Sum, long Longest)> Pauses(RecordingBuilder recording)
    {
        var pauses = new Dictionary<int, (Total Sum, long Longest)>();
        foreach (var (index, _) in _calls) pauses[index] = default;
        foreach (var pause in recording.Pauses)
        {
            if (!pauses.TryGetValue(pause.Collection, out var sum)) continue;
            pauses[pause.Collection] = (sum.Sum + pause.DurationNanoseconds, Math.Max(sum.Longest, pause.DurationNanoseconds));
        }

        return pauses;
    }
}
