using Unpause.Recordings.Triggers;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// What triggered collections. <c>jdk.AllocationRequiringGC</c> comes from the thread whose allocation failed, before its request is
/// queued, with the number that the next collection will have (gcVMOperations.cpp, <c>VM_CollectForAllocation</c>, which takes
/// <c>GCId::peek</c>): several threads may fail before it starts, and a collection that code asked for may have taken the number.
/// <c>jdk.SystemGC</c> has no number, and lasts as long as the call (jvm.cpp, <c>JVM_GC</c>, JDK 17 and later).
/// </summary>
internal sealed class JfrTriggers
{
    /// <summary>
    /// The smallest humongous object: half of G1's smallest region. A smaller allocation with the number of a collection for a humongous
    /// object was overtaken by it: the one that starts a concurrent cycle has no event (g1CollectedHeap.cpp, attempt_allocation_humongous).
    /// </summary>
    private const long HumongousBytes = 512 * 1024;

    /// <summary>Calls at the same time that are counted.</summary>
    private const int MostCalls = 64;

    private readonly TriggersBuilder _triggers = new();
    private readonly Dictionary<(TriggerEvidence Evidence, long Stack, long Thread), int> _chunk = [];
    private readonly ChunkedList<(long Number, long Time, long? Bytes, int Place)> _allocations = new();
    private readonly ChunkedList<(long Start, long End, int Place)> _calls = new();

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => ((long)_allocations.Count * 64) + ((long)_calls.Count * 24);

    /// <summary>An allocation found too little room.</summary>
    public void Allocation(JfrValue e, JfrNames names)
    {
        if (e["gcId"].Number() is not (>= 0 and < uint.MaxValue and var number)) return;
        if (e["startTime"].UnixNanoseconds() is not { } time) return;
        _allocations.Add((number, time, e["size"].Bytes() is > 0 and var size ? size : null, Place(TriggerEvidence.Allocation, e, names)));
    }

    /// <summary>Code called <c>System.gc()</c>.</summary>
    public void Call(JfrValue e, JfrNames names)
    {
        if (e["startTime"].UnixNanoseconds() is not { } start || e["duration"].Nanoseconds() is not { } duration) return;
        _calls.Add((start, start + duration, Place(TriggerEvidence.Call, e, names)));
    }

    /// <summary>Keys of constants are valid for one chunk only.</summary>
    public void EndChunk() => _chunk.Clear();

    /// <summary>The triggers; null where none is recorded.</summary>
    /// <param name="collections">The collections in order of start, in nanoseconds since 1970.</param>
    public CollectionTriggers? Build(IReadOnlyList<Collection> collections)
    {
        if (_allocations.Count == 0 && _calls.Count == 0) return null;
        var calls = _calls.OrderBy(call => call.Start).ToArray();
        var byNumber = _allocations.OrderBy(one => one.Number).ThenBy(one => one.Time).ToArray();
        var first = 0;
        foreach (var collection in collections)
        {
            if (!collection.Induced) AddAllocation(collection, byNumber);
            else if (collection.StartNanoseconds is { } start) AddCall(collection.Number, start, calls, ref first);
        }

        return _triggers.Build();
    }

    private void AddAllocation(Collection collection, (long Number, long Time, long? Bytes, int Place)[] byNumber)
    {
        if (collection.Cause is not (Causes.Allocation or Causes.LargeObjectAllocation or Causes.PromotionFailure)) return;
        var (low, high) = (0, byNumber.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (byNumber[middle].Number < collection.Number) low = middle + 1;
            else high = middle;
        }

        var end = low;
        while (end < byNumber.Length && byNumber[end].Number == collection.Number) end++;
        while (low < end && collection.Cause == Causes.LargeObjectAllocation && byNumber[low].Bytes < HumongousBytes) low++;
        if (end > low) _triggers.Add(collection.Number, byNumber[low].Place, byNumber[low].Bytes, end - low);
    }

    /// <summary>The collection starts within the call.</summary>
    private void AddCall(long number, long start, (long Start, long End, int Place)[] calls, ref int first)
    {
        while (first < calls.Length && calls[first].End < start) first++;
        var (place, candidates) = (TriggersBuilder.NoPlace, 0);
        for (var i = first; i < calls.Length && i < first + MostCalls && calls[i].Start <= start; i++)
        {
            if (calls[i].End < start) continue;
            if (candidates++ == 0) place = calls[i].Place;
        }

        _triggers.Add(number, place, candidates: Math.Max(1, candidates));
    }

    private int Place(TriggerEvidence evidence, JfrValue e, JfrNames names)
    {
        var (stack, thread) = (e["stackTrace"], e["eventThread"]);
        if (_chunk.TryGetValue((evidence, stack.Key, thread.Key), out var known)) return known;
        var name = thread["javaName"].Text() ?? thread["osName"].Text();
        var place = _triggers.PlaceOf(
            new TriggerPlace(evidence, names.Stack(stack), string.IsNullOrEmpty(name) ? null : name, Type: null));
        return _chunk[(evidence, stack.Key, thread.Key)] = place;
    }
}
