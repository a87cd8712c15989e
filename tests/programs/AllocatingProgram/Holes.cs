namespace AllocatingProgram;

/// <summary>
/// Objects that grow old together and of which every other one is then let go: the oldest generation is full of holes, and nothing is
/// pinned between them.
/// </summary>
internal static class Holes
{
    private const int Objects = 60_000, Length = 1_000;

    public static void Run(int rounds)
    {
        var objects = new byte[Objects][];
        object? sink = null;
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < Objects; i++) objects[i] ??= new byte[Length];
            for (var i = 0; i < 4; i++) sink = Churn();
            for (var i = round % 5; i < Objects; i += 5) objects[i] = null!;
            for (var i = (round + 2) % 5; i < Objects; i += 5) objects[i] = null!;
            for (var i = (round + 3) % 5; i < Objects; i += 5) objects[i] = null!;
            for (var i = 0; i < 2; i++) sink = Churn();
        }

        GC.KeepAlive(sink);
        GC.KeepAlive(objects);
    }

    /// <summary>Large objects that die: they make the collector look at the oldest generation.</summary>
    private static byte[] Churn()
    {
        var last = Array.Empty<byte>();
        for (var i = 0; i < 40; i++) last = new byte[400_000];
        return last;
    }
}
