using System.Buffers;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>Every member of PooledMemoryStream and its writer against MemoryStream, over pools that lend too much or nothing.</summary>
public sealed class StreamFuzzTests(ITestOutputHelper output)
{
    private const int StepsInRound = 60;

    [Theory]
    [InlineData(150, 150)]
    [InlineData(9_000, 40)]
    [InlineData(100_000, 6)]
    public void PooledStream_PoolThatLendsLongerArrays_EqualsTheModel(int size, int rounds) => FuzzRounds.Run(rounds, random =>
    {
        var pool = new OddPool(random, refusals: 0);
        Run(random, size, pool, mayRefuse: false);
        Assert.Equal(0, pool.Lent);
        return StepsInRound;
    }, output);

    [Theory]
    [InlineData(9_000, 40)]
    [InlineData(100_000, 6)]
    public void PooledStream_PoolThatSometimesThrows_EqualsTheModel(int size, int rounds) => FuzzRounds.Run(rounds, random =>
    {
        var pool = new OddPool(random, refusals: 200);
        Run(random, size, pool, mayRefuse: true);
        Assert.Equal(0, pool.Lent);
        return StepsInRound;
    }, output);

    [Fact]
    public void PooledStream_SharedPool_EqualsTheModel() => FuzzRounds.Run(40, random =>
    {
        Run(random, 9_000, ArrayPool<byte>.Shared, mayRefuse: false);
        return StepsInRound;
    }, output);

    private static void Run(Random random, int size, ArrayPool<byte> pool, bool mayRefuse)
    {
        var pair = new StreamPair(random, size, pool, mayRefuse);
        for (var i = 0; i < StepsInRound; i++) pair.Step();
        pair.End();
    }
}
