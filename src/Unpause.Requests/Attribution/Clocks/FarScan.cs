using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// Counts completions inside pauses at offsets of seconds, hours and time zones. Completions are counted in bins a
/// quarter of a pause long, and summed up, so that a pause at all offsets is the difference of two stretches of one array.
/// </summary>
/// <remarks>
/// A pause is taken for the whole bins well inside it, so that at the right offset none is counted for rounding. How
/// many chance would have follows from the completions within ten seconds. Work is bounded: the more offsets, the fewer pauses.
/// </remarks>
internal sealed class FarScan
{
    /// <summary>Every offset up to here is tried, whatever the length of the recording.</summary>
    public const long AlwaysReach = 60_000_000_000;

    private const long Work = 200_000_000;
    private const int FewestPauses = 24;
    private const int MostBins = 4_000_000;
    private const int MostOffsets = 2_000_000;
    private const int Block = 512;
    private const long ShortestBin = 500_000;
    private const long LongestBin = 50_000_000;
    private const long Around = 10_000_000_000;

    private readonly PausesInData _pauses;
    private readonly OffsetTries _tries;
    private readonly OffsetCandidates _candidates;
    private readonly int[] _before;
    private readonly long _origin;
    private readonly long _bin;

    private FarScan(PausesInData pauses, OffsetTries tries, OffsetCandidates candidates)
    {
        (_pauses, _tries, _candidates) = (pauses, tries, candidates);
        var instants = pauses.Completions.Instants;
        _origin = instants[0];
        var span = instants[^1] - _origin + 1;
        _bin = Math.Max(Math.Clamp(pauses.Typical / 4, ShortestBin, LongestBin), (span / MostBins) + 1);
        _before = new int[(span / _bin) + 2];
        foreach (var instant in instants) _before[((instant - _origin) / _bin) + 1]++;
        for (var i = 1; i < _before.Length; i++) _before[i] += _before[i - 1];
    }

    /// <summary>Adds the offsets that fit best.</summary>
    /// <param name="tries">Where the search begins and what far offsets cost.</param>
    /// <param name="candidates">Where the best are kept.</param>
    /// <returns>How far from the beginning every offset was tried.</returns>
    public static long Add(PausesInData pauses, OffsetTries tries, OffsetCandidates candidates)
    {
        if (pauses.Completions.Count == 0 || pauses.Count == 0) return 0;
        return new FarScan(pauses, tries, candidates).Scan();
    }

    private long Scan()
    {
        var centre = _tries.Centre;
        // At farther offsets no pause meets a request.
        var lowest = _pauses.Completions.Instants[0] - _pauses.Starts[^1];
        var highest = _pauses.Completions.Instants[^1] - _pauses.Starts[0];
        var reach = Math.Max(AlwaysReach, Math.Min(MostOffsets / 2 * _bin, Math.Max(highest - centre, centre - lowest)));
        Range(Math.Max(lowest, centre - reach), Math.Min(highest, centre + reach));
        for (var zone = 1; zone <= OffsetTries.FarthestZone; zone++)
        {
            if ((zone * OffsetTries.Zone) + AlwaysReach <= reach) continue;
            foreach (var middle in (ReadOnlySpan<long>)[centre + (zone * OffsetTries.Zone), centre - (zone * OffsetTries.Zone)])
            {
                Range(Math.Max(lowest, middle - AlwaysReach), Math.Min(highest, middle + AlwaysReach));
            }
        }

        return reach;
    }

    /// <summary>Tries the offsets of a range, a block at a time.</summary>
    private void Range(long from, long to)
    {
        if (to <= from) return;
        var offsets = ((to - from) / _bin) + 1;
        var pauses = _pauses.Thinned((int)Math.Clamp(Work / offsets, FewestPauses, int.MaxValue));
        var counts = new int[Block];
        for (long at = 0; at < offsets; at += Block)
        {
            var length = (int)Math.Min(Block, offsets - at);
            var first = from + (at * _bin);
            Array.Clear(counts);
            for (var i = 0; i < pauses.Count; i++) Count(pauses, i, first, counts.AsSpan(0, length));
            var (low, high) = (Expected(pauses, first), Expected(pauses, first + (length * _bin)));
            for (var i = 0; i < length; i++)
            {
                var expected = low + ((high - low) * i / length);
                if (counts[i] * 2 >= expected) continue;
                var offset = first + (i * _bin);
                _candidates.Add(offset, counts[i], expected, _tries.Logarithm(offset));
            }
        }
    }

    /// <summary>Whole bins well inside a pause; 0 when it is too short for one.</summary>
    private int Bins(PausesInData pauses, int pause) => (int)Math.Min(int.MaxValue / 2, (pauses.Lengths[pause] / _bin) - 1);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Count(PausesInData pauses, int pause, long first, Span<int> counts)
    {
        var bins = Bins(pauses, pause);
        if (bins <= 0) return;
        // The middle of what is left over goes to both sides.
        var slack = (pauses.Lengths[pause] - (bins * _bin)) / 2;
        var start = FloorBin(pauses.Starts[pause] + first + slack - _origin + (_bin / 2));
        var begin = (int)Math.Clamp(-start - bins, 0, counts.Length);
        var end = (int)Math.Clamp(_before.Length - start, 0, counts.Length);
        var i = begin;
        var last = _before.Length - 1;
        for (; i < end && start + i < 0; i++) counts[i] += _before[Math.Clamp(start + i + bins, 0, last)];
        ref var table = ref MemoryMarshal.GetArrayDataReference(_before);
        ref var sums = ref MemoryMarshal.GetReference(counts);
        var most = (int)Math.Min(end, last - bins - start + 1);
        for (; i <= most - Vector<int>.Count; i += Vector<int>.Count)
        {
            var sum = Vector.LoadUnsafe(ref sums, (nuint)i) + Vector.LoadUnsafe(ref table, (nuint)(start + i + bins))
                - Vector.LoadUnsafe(ref table, (nuint)(start + i));
            sum.StoreUnsafe(ref sums, (nuint)i);
        }

        for (; i < end; i++) counts[i] += _before[Math.Min(start + i + bins, last)] - _before[Math.Min(start + i, last)];
    }

    /// <summary>How many completions chance would have inside, from those around.</summary>
    private double Expected(PausesInData pauses, long offset)
    {
        double expected = 0;
        for (var i = 0; i < pauses.Count; i++)
        {
            var bins = Bins(pauses, i);
            if (bins <= 0) continue;
            var middle = pauses.Starts[i] + (pauses.Lengths[i] / 2) + offset;
            var (from, to) = (middle - Around - pauses.Lengths[i], middle + Around + pauses.Lengths[i]);
            expected += (double)(BeforeBin(to) - BeforeBin(from)) * bins * _bin / (to - from);
        }

        return expected;
    }

    private int BeforeBin(long instant) => _before[(int)Math.Clamp((instant - _origin) / _bin, 0, _before.Length - 1)];

    private long FloorBin(long since) => since >= 0 ? since / _bin : -((-since + _bin - 1) / _bin);
}
