namespace Unpause.Bench.Laws;

/// <summary>What an object takes beside its fields, by the runtime's own count of allocated bytes.</summary>
internal static class ObjectOverhead
{
    private static readonly object[] Kept = new object[1_000];

    public static IEnumerable<string> Rows()
    {
        yield return $"| an object without fields | {Bytes(() => new object())} B | 24 B at least |";
        yield return $"| an object with one field of 8 B | {Bytes(() => new One())} B | 24 B at least |";
        yield return $"| beside the fields, of objects with 2, 4 and 8 of them | {Bytes(() => new Two()) - 16}, "
            + $"{Bytes(() => new Four()) - 32}, {Bytes(() => new Eight()) - 64} B | 16 B |";
        yield return $"| an array of one byte, and one of 100 | {Bytes(() => new byte[1])} and {Bytes(() => new byte[100])} B | - |";
    }

    private static long Bytes(Func<object> make)
    {
        Fill(make);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Fill(make);
        return (GC.GetAllocatedBytesForCurrentThread() - before) / Kept.Length;
    }

    private static void Fill(Func<object> make)
    {
        for (var i = 0; i < Kept.Length; i++) Kept[i] = make();
    }

    private class One
    {
        public long A { get; set; } = 1;
    }

    private class Two : One
    {
        public long B { get; set; } = 1;
    }

    private class Four : Two
    {
        public long C { get; set; } = 1;

        public long D { get; set; } = 1;
    }

    private sealed class Eight : Four
    {
        public long E { get; set; } = 1;

        public long F { get; set; } = 1;

        public long G { get; set; } = 1;

        public long H { get; set; } = 1;
    }
}
