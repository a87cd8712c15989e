using Unpause.Recordings.Packed;

namespace Unpause.Tests.Packed;

/// <summary>Packed numbers against a plain array: whatever is set, in whatever order, is what is read.</summary>
public class PackedLongsTests
{
    private const int Length = 5000;
    private const long Unknown = long.MinValue;

    [Theory]
    [InlineData("rising")]
    [InlineData("equal")]
    [InlineData("unknown")]
    [InlineData("sizes")]
    [InlineData("holes")]
    [InlineData("hostile")]
    [InlineData("widest")]
    public void PackedLongs_SetValues_AreRead(string kind)
    {
        var random = new Random(11);
        var packed = new PackedLongs();
        var plain = new long[Length];
        Array.Fill(plain, Unknown);
        for (var i = 0; i < Length; i++) packed.Set(i, plain[i] = Value(kind, i, random));
        AssertSame(plain, packed);
        // Anywhere, and mostly where it was packed before.
        for (var n = 0; n < 2000; n++)
        {
            var i = random.Next(Length);
            packed.Set(i, plain[i] = Value(n % 2 == 0 ? kind : "hostile", i, random));
        }

        AssertSame(plain, packed);
        packed.Move(-17);
        for (var i = 0; i < Length; i++) plain[i] = plain[i] == Unknown ? Unknown : unchecked(plain[i] - 17);
        AssertSame(plain, packed);
    }

    [Fact]
    public void PackedLongs_UnsetValues_AreUnknownAndTakeNothing()
    {
        var packed = new PackedLongs();
        Assert.Equal(Unknown, packed[0]);
        Assert.Equal(Unknown, packed[1_000_000]);
        packed.Set(3_000_000, 7);
        Assert.Equal(7, packed[3_000_000]);
        Assert.Equal(Unknown, packed[2_999_999]);
        Assert.Equal(Unknown, packed[0]);
        packed.Set(1, 8);
        Assert.Equal((Unknown, 8, Unknown), (packed[0], packed[1], packed[2]));
        Assert.InRange(packed.MemoryBytes, 1, 100_000);
    }

    [Fact]
    public void PackedLongs_NeighbouringTimes_TakeAFewBytes()
    {
        var packed = new PackedLongs();
        for (var i = 0; i < 100 * PackedBlock.Length; i++) packed.Set(i, (i * 2_400_000L) + (i % 7));
        Assert.InRange(packed.MemoryBytes, 1, 5 * 100 * PackedBlock.Length);
    }

    private static long Value(string kind, int i, Random random) => kind switch
    {
        "rising" => (i * 2_400_000L) + random.Next(1000),
        "equal" => 42,
        "unknown" => Unknown,
        "sizes" => random.Next(1, 64) * 1024L * 1024,
        "holes" => random.Next(3) == 0 ? Unknown : random.Next(1 << 20),
        "widest" => random.NextInt64(1L << 55, (1L << 57) + 3) * (random.Next(2) == 0 ? 1 : -1),
        _ => random.Next(5) switch
        {
            0 => Unknown,
            1 => long.MaxValue,
            2 => long.MinValue + 1,
            3 => 0,
            _ => random.NextInt64(long.MinValue, long.MaxValue),
        },
    };

    private static void AssertSame(long[] plain, PackedLongs packed)
    {
        for (var i = 0; i < plain.Length; i++) Assert.Equal(plain[i], packed[i]);
        var block = new long[PackedBlock.Length];
        for (var from = 0; from < plain.Length; from += block.Length)
        {
            var length = Math.Min(block.Length, plain.Length - from);
            packed.CopyTo(from / block.Length, block.AsSpan(0, length));
            Assert.Equal(plain.AsSpan(from, length), block.AsSpan(0, length));
        }
    }
}
