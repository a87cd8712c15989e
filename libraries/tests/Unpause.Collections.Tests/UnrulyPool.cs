using System.Buffers;

namespace Unpause.Collections.Tests;

/// <summary>A pool that fails when told to, calls back when it gets an array, and knows who wrote to one that it has.</summary>
internal sealed class UnrulyPool<T>(T dirt) : ArrayPool<T>
{
    private readonly HashSet<T[]> _lent = new(ReferenceEqualityComparer.Instance);
    private readonly List<T[]> _back = [];

    public int Lent => _lent.Count;

    /// <summary>Rents until the next one fails; none does when negative.</summary>
    public int RentsLeft { get; set; } = -1;

    public Action? OnReturn { get; set; }

    public override T[] Rent(int minimumLength)
    {
        if (RentsLeft-- == 0) throw new OutOfMemoryException();
        var array = new T[minimumLength];
        Array.Fill(array, dirt);
        _lent.Add(array);
        return array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        Assert.True(_lent.Remove(array), "returned twice, or not lent by this pool");
        Array.Fill(array, dirt);
        _back.Add(array);
        OnReturn?.Invoke();
    }

    public void AssertNobodyWrote() =>
        Assert.All(_back, array => Assert.All(array, item => Assert.Equal(dirt, item)));
}
