using System.Numerics;
using System.Runtime.Intrinsics;

namespace Unpause.Recordings.Readers;

/// <summary>Finds the line ends of a stretch of text, sixty-four bytes at a time: a shorter search is rarely successful.</summary>
internal static class LineEnds
{
    /// <summary>The longest stretch, in bytes.</summary>
    public const int StretchBytes = 16 * 1024;

    /// <summary>Finds all line ends.</summary>
    /// <param name="stretch">At most <see cref="StretchBytes"/>.</param>
    /// <param name="ends">Where their positions in the stretch go; as long as the stretch.</param>
    /// <returns>How many there are.</returns>
    public static int Find(ReadOnlySpan<byte> stretch, Span<ushort> ends)
    {
        var count = 0;
        var from = 0;
        for (; stretch.Length - from >= 2 * Vector256<byte>.Count; from += 2 * Vector256<byte>.Count)
        {
            var bytes = stretch.Slice(from, 2 * Vector256<byte>.Count);
            for (var found = In(bytes) | ((ulong)In(bytes[Vector256<byte>.Count..]) << Vector256<byte>.Count);
                found != 0;
                found &= found - 1)
            {
                ends[count++] = (ushort)(from + BitOperations.TrailingZeroCount(found));
            }
        }

        for (; from < stretch.Length; from++)
        {
            if (stretch[from] == '\n') ends[count++] = (ushort)from;
        }

        return count;
    }

    private static uint In(ReadOnlySpan<byte> bytes) =>
        Vector256.Equals(Vector256.Create(bytes), Vector256.Create((byte)'\n')).ExtractMostSignificantBits();
}
