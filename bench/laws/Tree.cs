namespace Unpause.Bench.Laws;

/// <summary>Objects of one size that refer to each other, as many as fill some memory.</summary>
internal sealed class Tree
{
    // An object's header and type, the two references, and the array's header, type and length.
    private const int OwnBytes = 32, ArrayBytes = 24, Mebi = 1 << 20, Chunk = 1 << 12;

    /// <summary>One more; some objects hang on each other, as they do in programs.</summary>
    public Tree? Next { get; init; }

    /// <summary>What makes it so large.</summary>
    public byte[]? Body { get; init; }

    /// <summary>As many as fill so much memory.</summary>
    public static Tree[][] Of(int mebibytes, int size)
    {
        var count = (int)((long)mebibytes * Mebi / Math.Max(size, OwnBytes)) / Chunk;
        var all = new Tree[count][];
        for (var i = 0; i < count; i++)
        {
            all[i] = new Tree[Chunk];
            for (var j = 0; j < Chunk; j++)
            {
                all[i][j] = new()
                {
                    Next = j > 0 ? all[i][j - 1] : null,
                    Body = size > OwnBytes + ArrayBytes ? new byte[size - OwnBytes - ArrayBytes] : null,
                };
            }
        }

        return all;
    }
}
