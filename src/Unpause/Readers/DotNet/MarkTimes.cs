using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>
/// Time each heap spent marking from each kind of root. A MarkWithType event ends the kind it names, so a kind's time
/// is the distance to the heap's event before. Kinds: dotnet/runtime, src/coreclr/gc/gc.h, enum etw_gc_root_kind.
/// </summary>
internal sealed class MarkTimes
{
    private static readonly string[] Kinds =
    [
        "mark: stacks", "mark: finalizer queue", "mark: handles", "mark: older generations", "mark: sized references",
        "mark: overflow", "mark: dependent handles", "mark: newly finalizable", "mark: stealing", "mark: background roots",
    ];

    private readonly long[] _sum = new long[Kinds.Length];
    private readonly long[] _least = new long[Kinds.Length];
    private readonly long[] _most = new long[Kinds.Length];
    private readonly int[] _heaps = new int[Kinds.Length];
    private readonly Dictionary<int, Progress> _progress = [];

    public void Add(int heap, uint kind, long time, long collectionStart)
    {
        if (kind >= Kinds.Length || (_progress.Count >= Limits.Heaps && !_progress.ContainsKey(heap))) return;
        if (!_progress.TryGetValue(heap, out var progress)) _progress[heap] = progress = new Progress { Last = collectionStart };
        progress.ByKind[kind] += Math.Max(0, time - progress.Last);
        progress.Last = time;
    }

    /// <summary>Adds one phase for each kind to the recording.</summary>
    public void AddTo(PhaseList phases, OpenCollection open)
    {
        if (_progress.Count > 1) SetBalance(open);
        foreach (var progress in _progress.Values)
        {
            for (var kind = 0; kind < Kinds.Length; kind++) Count(kind, progress.ByKind[kind]);
        }

        for (var kind = 0; kind < Kinds.Length; kind++)
        {
            if (_sum[kind] == 0) continue;
            var spread = _heaps[kind] > 1 ? new WorkerSpread(_least[kind], _most[kind], _sum[kind]) : null;
            phases.Add(new Phase(open.Index, Kinds[kind], _sum[kind] / _heaps[kind], spread, open.Background));
        }
    }

    private void SetBalance(OpenCollection open)
    {
        long slowest = 0;
        long all = 0;
        foreach (var progress in _progress.Values)
        {
            long sum = 0;
            foreach (var time in progress.ByKind) sum += time;
            slowest = Math.Max(slowest, sum);
            all += sum;
        }

        open.Set(CollectionFact.SlowestHeapMarkNanoseconds, slowest);
        open.Set(CollectionFact.MeanHeapMarkNanoseconds, all / _progress.Count);
    }

    private void Count(int kind, long nanoseconds)
    {
        _least[kind] = _heaps[kind] == 0 ? nanoseconds : Math.Min(_least[kind], nanoseconds);
        _most[kind] = Math.Max(_most[kind], nanoseconds);
        _sum[kind] += nanoseconds;
        _heaps[kind]++;
    }

    private sealed class Progress
    {
        public long Last { get; set; }

        public long[] ByKind { get; } = new long[Kinds.Length];
    }
}
