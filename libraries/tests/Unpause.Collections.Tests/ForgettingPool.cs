using System.Buffers;

namespace Unpause.Collections.Tests;

/// <summary>A pool that wipes what it gets back, at once, and fails on anything returned twice or not its own.</summary>
internal sealed class ForgettingPool<T> : ArrayPool<T>
{
    private readonly HashSet<T[]> _lent = new(ReferenceEqualityComparer.Instance);

    public int Lent => _lent.Count;

    public override T[] Rent(int minimumLength)
    {
        var array = new T[minimumLength];
        _lent.Add(array);
        return array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        Assert.True(_lent.Remove(array), "returned twice, or not lent by this pool");
        Array.Clear(array);
    }
}
