namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Time each heap spent marking from each kind of root. A MarkWithType event ends the kind it names, so a kind's time
/// is the distance to the heap's event before. Kinds: dotnet/runtime, src/coreclr/gc/gc.h, enum etw_gc_root_kind.
/// </summary>
internal sealed class MarkTimes
{
    private static readonly string[] Kinds =
    [
        "mark: stacks", "mark: finalizer queue", "mark: handles", "mark: older generations", "mark: sized references",
        "mark: overflow", DotNetPhases.DependentHandles, "mark: newly finalizable", "mark: stealing", "mark: background roots",
    ];

    // A row for each heap: the time of its last event, then its time of each kind.
    private long[] _heaps = [];
    private int _count;

    private static int RowLength => Kinds.Length + 1;

    public void Add(int heap, uint kind, long time, long collectionStart)
    {
        if (kind >= Kinds.Length || heap is < 0 or >= Limits.Heaps) return;
        if (heap >= _count) Grow(heap + 1);
        var row = _heaps.AsSpan(heap * RowLength, RowLength);
        if (row[0] == 0) row[0] = collectionStart;
        row[1 + (int)kind] += Math.Max(0, time - row[0]);
        row[0] = time;
    }

    /// <summary>Adds one phase for each kind to the recording.</summary>
    public void AddTo(PhaseListBuilder phases, OpenCollection open)
    {
        var seen = 0;
        for (var heap = 0; heap < _count; heap++) seen += _heaps[heap * RowLength] != 0 ? 1 : 0;
        if (seen > 1) SetBalance(open, seen);
        for (var kind = 0; kind < Kinds.Length && seen > 0; kind++) AddKind(kind, seen, phases, open);
    }

    private void AddKind(int kind, int heaps, PhaseListBuilder phases, OpenCollection open)
    {
        var (sum, least, most) = (0L, long.MaxValue, 0L);
        for (var heap = 0; heap < _count; heap++)
        {
            if (_heaps[heap * RowLength] == 0) continue;
            var time = _heaps[(heap * RowLength) + 1 + kind];
            (sum, least, most) = (sum + time, Math.Min(least, time), Math.Max(most, time));
        }

        if (sum == 0) return;
        var spread = heaps > 1 ? new WorkerSpread(least, most, sum) : null;
        phases.Add(new Phase(open.Index, Kinds[kind], sum / heaps, spread, open.Background));
    }

    private void SetBalance(OpenCollection open, int heaps)
    {
        long slowest = 0;
        long all = 0;
        for (var heap = 0; heap < _count; heap++)
        {
            long sum = 0;
            foreach (var time in _heaps.AsSpan((heap * RowLength) + 1, Kinds.Length)) sum += time;
            slowest = Math.Max(slowest, sum);
            all += sum;
        }

        open.Set(CollectionFact.SlowestHeapMarkNanoseconds, slowest);
        open.Set(CollectionFact.MeanHeapMarkNanoseconds, all / heaps);
    }

    private void Grow(int heaps)
    {
        _count = heaps;
        if (heaps * RowLength > _heaps.Length) Array.Resize(ref _heaps, Math.Max(heaps * RowLength, _heaps.Length * 2));
    }
}
