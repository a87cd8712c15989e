using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Unpause.Bench.App.Variants;

/// <summary>A set as one would write it by hand for one method: open addressing in rented arrays, no growth, no removal.</summary>
internal sealed class RentedSet<T> : IDisposable
    where T : notnull
{
    private readonly T[] _values;
    private readonly int[] _slots;
    private readonly int _shift;
    private int _count;

    /// <summary>Makes an empty set.</summary>
    /// <param name="capacity">As many as will ever be added.</param>
    internal RentedSet(int capacity)
    {
        var length = (int)BitOperations.RoundUpToPowerOf2(2 * (uint)capacity);
        _shift = 32 - BitOperations.Log2((uint)length);
        _values = ArrayPool<T>.Shared.Rent(capacity);
        _slots = ArrayPool<int>.Shared.Rent(length);
        _slots.AsSpan(0, length).Clear();
    }

    internal ReadOnlySpan<T> Values => _values.AsSpan(0, _count);

    public void Dispose()
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>()) _values.AsSpan(0, _count).Clear();
        ArrayPool<T>.Shared.Return(_values);
        ArrayPool<int>.Shared.Return(_slots);
    }

    internal void Add(T value)
    {
        // Fibonacci hashing: the upper bits of the product are well mixed.
        var mask = (1u << (32 - _shift)) - 1;
        var index = unchecked((uint)value.GetHashCode() * 2_654_435_769u) >> _shift;
        for (; _slots[index] is var slot and > 0; index = (index + 1) & mask)
        {
            if (EqualityComparer<T>.Default.Equals(_values[slot - 1], value)) return;
        }

        _values[_count] = value;
        _slots[index] = ++_count;
    }
}
