using System.Buffers;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>
/// A pool within the contract and at its edge: lends longer arrays than asked, full of 0xAB, the same ones again later, sometimes
/// has none and throws, and fails on anything returned that it has not lent.
/// </summary>
internal sealed class OddPool(Random random, int refusals) : ArrayPool<byte>
{
    public const byte Foreign = 0xAB;

    private readonly HashSet<byte[]> _lent = new(ReferenceEqualityComparer.Instance);
    private readonly List<byte[]> _free = [];

    public int Lent => _lent.Count;

    public override byte[] Rent(int minimumLength)
    {
        if (random.Next(1000) < refusals) throw new OutOfMemoryException("the pool is empty");
        var array = _free.Find(free => free.Length >= minimumLength);
        if (array is null) array = new byte[minimumLength + (random.Next(3) == 0 ? random.Next(5000) : 0)];
        else _free.Remove(array);
        array.AsSpan().Fill(Foreign);
        _lent.Add(array);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Assert.True(_lent.Remove(array), "returned twice, or not lent by this pool");
        array.AsSpan().Fill(0xCD);
        if (_free.Count < 8) _free.Add(array);
    }
}
