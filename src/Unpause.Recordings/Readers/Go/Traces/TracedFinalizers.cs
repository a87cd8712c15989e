using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The goroutines of a trace that run finalizers and cleanups, found by the runtime's functions in their stacks.</summary>
/// <param name="goroutines">All goroutines.</param>
internal sealed class TracedFinalizers(GoroutineTable goroutines)
{
    /// <summary>The runtime has one for finalizers and one for cleanups for each four processors.</summary>
    private const int MostGoroutines = 1024;

    private readonly Dictionary<int, FinalizingGoroutine> _live = [];
    private readonly List<FinalizingGoroutine> _all = [];
    private long _collections;

    /// <summary>A collection ended.</summary>
    public void Collected() => _collections++;

    /// <summary>A goroutine was created, and runs this function.</summary>
    public void Created(int place, long time, TraceStack function) => Find(place, time, function.Marks);

    /// <summary>A goroutine will do something else.</summary>
    public void Advance(int place, long time)
    {
        if (_live.TryGetValue(place, out var goroutine)) goroutine.Advance(goroutines[place].State, time, _collections);
    }

    /// <summary>A goroutine shows its stack.</summary>
    public void Seen(int place, long time, TraceStack stack, bool waits) =>
        Find(place, time, stack.Marks)?.Seen(stack, time, waits, _collections);

    public void Ended(int place) => _live.Remove(place);

    /// <summary>What they did; only those whose waits are in the trace.</summary>
    /// <param name="time">When the trace ends.</param>
    /// <param name="names">Names of functions.</param>
    public IReadOnlyList<FinalizerGoroutine> Finish(long time, List<string> names)
    {
        foreach (var place in _live.Keys) Advance(place, time);
        return [.. _all.Where(goroutine => goroutine.IsKnown).Select(goroutine => goroutine.Build(names, _collections))];
    }

    private FinalizingGoroutine? Find(int place, long time, StackMarks marks)
    {
        if (goroutines[place].Finalizes) return _live.GetValueOrDefault(place);
        if ((marks & (StackMarks.Finalizers | StackMarks.Cleanups)) == StackMarks.None || _all.Count >= MostGoroutines) return null;
        goroutines[place].Finalizes = true;
        var goroutine = new FinalizingGoroutine(marks.HasFlag(StackMarks.Cleanups), time);
        _live.Add(place, goroutine);
        _all.Add(goroutine);
        return goroutine;
    }
}
