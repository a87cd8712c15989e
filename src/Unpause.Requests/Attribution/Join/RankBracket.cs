using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Unpause.Requests.Attribution.Join;

/// <summary>What one thread finds of the values around a wanted rank: how many are below two bounds, and those between.</summary>
/// <param name="low">The lower bound, inclusive.</param>
/// <param name="high">The upper bound, inclusive.</param>
internal sealed class RankBracket(long low, long high) : IDisposable
{
    private const int Block = PauseSweep.Block;

    private readonly PooledChunkedList<long> _inside = new();
    private readonly long[] _kept = new long[2 * Block];
    private readonly int[] _places = new int[(Block / Vector512<long>.Count) + 1];
    private readonly byte[] _masks = new byte[(Block / Vector512<long>.Count) + 1];
    private int _filled;

    /// <summary>Values below the lower bound.</summary>
    public long Below { get; private set; }

    /// <summary>Values between the bounds.</summary>
    public ChunkedListBase<long> Inside
    {
        get
        {
            Flush();
            return _inside;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _inside.Dispose();

    /// <summary>Counts and keeps; values come in any order.</summary>
    public void Take(ReadOnlySpan<long> values)
    {
        for (; values.Length > Block; values = values[Block..]) TakeBlock(values[..Block]);
        TakeBlock(values);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)] // As everywhere here: run for long, it must be fast the first time.
    private void TakeBlock(ReadOnlySpan<long> values)
    {
        if (_filled > Block) Flush();
        Keep(values, Note(values));
        for (var i = values.Length - (values.Length % Vector512<long>.Count); i < values.Length; i++)
        {
            if (values[i] < low) Below++;
            else if (values[i] <= high) _kept[_filled++] = values[i];
        }
    }

    private void Flush()
    {
        _inside.AddRange(_kept.AsSpan(0, _filled));
        _filled = 0;
    }

    /// <summary>
    /// Counts what is below, eight values at a time, and notes the eights that have values between: which do is as good
    /// as random, and branches on it would be guessed wrong too often.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private int Note(ReadOnlySpan<long> values)
    {
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var place = ref MemoryMarshal.GetArrayDataReference(_places);
        ref var mask = ref MemoryMarshal.GetArrayDataReference(_masks);
        var (from, to) = (Vector512.Create(low), Vector512.Create(high));
        var below = Vector512<long>.Zero;
        nint noted = 0;
        for (nint i = 0; i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var eight = Vector512.LoadUnsafe(ref value, (nuint)i);
            var under = Vector512.LessThan(eight, from);
            below -= under;
            var between = (byte)Vector512.AndNot(Vector512.LessThanOrEqual(eight, to), under).ExtractMostSignificantBits();
            Unsafe.Add(ref place, noted) = (int)i;
            Unsafe.Add(ref mask, noted) = between;
            noted += between != 0 ? 1 : 0;
        }

        Below += Vector512.Sum(below);
        return (int)noted;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private void Keep(ReadOnlySpan<long> values, int noted)
    {
        var (places, masks, keep) = (_places, _masks, _kept);
        var kept = _filled;
        for (var n = 0; n < noted; n++)
        {
            uint mask = masks[n];
            do
            {
                keep[kept++] = values[places[n] + BitOperations.TrailingZeroCount(mask)];
                mask &= mask - 1;
            }
            while (mask != 0);
        }

        _filled = kept;
    }
}
