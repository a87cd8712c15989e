namespace Unpause.Analysis.Attribution;

/// <summary>Cuts a long sweep into pieces for all processors; a short one stays on the caller's.</summary>
internal static class Sweep
{
    private const int PieceLength = 1 << 18;

    /// <summary>Calls <paramref name="piece"/> with ranges that together are all of <c>0 … count</c>.</summary>
    public static void InPieces(int count, Action<int, int> piece)
    {
        if (count <= PieceLength)
        {
            piece(0, count);
            return;
        }

        var pieces = (int)(((long)count + PieceLength - 1) / PieceLength);
        Parallel.For(0, pieces, i => piece(i * PieceLength, Math.Min(count, (int)Math.Min(int.MaxValue, (i + 1L) * PieceLength))));
    }
}
