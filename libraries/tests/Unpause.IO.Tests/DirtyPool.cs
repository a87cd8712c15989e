using System.Buffers;

namespace Unpause.IO.Tests;

/// <summary>A pool that lends arrays full of 0xAB, knows what is lent, and fails on anything returned twice or not its own.</summary>
internal sealed class DirtyPool(int extra = 0) : ArrayPool<byte>
{
    private readonly HashSet<byte[]> _lent = new(ReferenceEqualityComparer.Instance);

    public int Lent => _lent.Count;

    public int Largest { get; private set; }

    public long LentBytes { get; private set; }

    public long MostLentBytes { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        var array = new byte[minimumLength + extra];
        array.AsSpan().Fill(0xAB);
        Largest = Math.Max(Largest, array.Length);
        _lent.Add(array);
        LentBytes += array.Length;
        MostLentBytes = Math.Max(MostLentBytes, LentBytes);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Assert.True(_lent.Remove(array), "returned twice, or not lent by this pool");
        LentBytes -= array.Length;
        array.AsSpan().Fill(0xCD);
    }
}
