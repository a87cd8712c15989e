namespace Unpause.Requests.Attribution.Join;

/// <summary>Cuts a long sweep into pieces for all processors; a short one stays on the caller's.</summary>
internal static class Sweep
{
    private const int ShortestPiece = 1 << 18;

    /// <summary>Calls <paramref name="piece"/> with ranges that together are all of <c>0 … count</c>.</summary>
    public static void InPieces(int count, Action<int, int> piece)
    {
        var pieces = Math.Min(2 * Environment.ProcessorCount, count / ShortestPiece);
        if (pieces <= 1) piece(0, count);
        else Parallel.For(0, pieces, i => piece((int)((long)count * i / pieces), (int)((long)count * (i + 1) / pieces)));
    }
}
