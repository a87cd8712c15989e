using System.Buffers;

namespace Unpause.Collections.Tests;

/// <summary>Lends arrays that are longer than asked, every third time, and full of others' things; takes back only its own.</summary>
internal sealed class GenerousPool<T>(T dirt) : ArrayPool<T>
{
    private readonly HashSet<T[]> _lent = new(ReferenceEqualityComparer.Instance);
    private int _rents;

    public int Lent => _lent.Count;

    public override T[] Rent(int minimumLength)
    {
        var array = new T[_rents++ % 3 == 0 ? minimumLength + 1 + (minimumLength / 2) : minimumLength];
        Array.Fill(array, dirt);
        _lent.Add(array);
        return array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        Assert.True(_lent.Remove(array), "returned twice, or not lent by this pool");
        Array.Fill(array, dirt);
    }
}
