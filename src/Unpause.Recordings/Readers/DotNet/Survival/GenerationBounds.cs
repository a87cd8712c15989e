using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>
/// Where each generation lies, which the runtime lists when a collection starts and when it ends. Payload: dotnet/runtime,
/// src/coreclr/vm/ClrEtwAll.man, GCGenerationRange: generation, start, bytes in use, bytes reserved.
/// </summary>
internal sealed class GenerationBounds
{
    private static readonly Comparer<(ulong Start, ulong Bytes, int Generation)> ByStart =
        Comparer<(ulong Start, ulong Bytes, int Generation)>.Create(static (a, b) => a.Start.CompareTo(b.Start));

    private readonly ChunkedList<(ulong Start, ulong Bytes, int Generation)> _ranges = new();
    private bool _whole = true;
    private bool _sorted = true;

    /// <summary>The list is at its end: a further range begins a new one.</summary>
    public void End() => _whole = true;

    public void Add(in RuntimeEvent e)
    {
        if (_whole) _ranges.Clear();
        _whole = false;
        _sorted = false;
        if (e.Payload.IsEmpty || _ranges.Count >= Limits.GenerationRanges) return;
        var generation = e.Payload[0];
        var payload = new PayloadReader(e.Payload[1..], e.PointerBytes);
        var start = (ulong)payload.Word();
        var bytes = (ulong)payload.Int64();
        if (!payload.Short) _ranges.Add((start, bytes, generation));
    }

    /// <summary>The generation of an address; null when none is recorded.</summary>
    public int? Find(ulong address)
    {
        if (!_sorted) _ranges.Sort(ByStart);
        _sorted = true;
        var low = 0;
        var high = _ranges.Count;
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_ranges[middle].Start <= address) low = middle + 1;
            else high = middle;
        }

        return low > 0 && address - _ranges[low - 1].Start < _ranges[low - 1].Bytes ? _ranges[low - 1].Generation : null;
    }
}
