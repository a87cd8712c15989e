using System.Buffers.Binary;
using System.Numerics;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// Numbers that collections have beside the fields of <see cref="Collection"/>. A collection's known
/// numbers are packed into a row of about two bytes each, so that a recording of a million collections stays small.
/// </summary>
public sealed class CollectionFacts
{
    /// <summary>Parts of the heap that a row has room for: more than any runtime has today.</summary>
    public const int MostSpaces = 8;

    /// <summary>Bytes of the mask at the start of a row: which numbers the row has.</summary>
    internal const int MaskBytes = sizeof(ulong);

    // Static fields are set in the order of the text: this one before those that use it.
    private static readonly int SpaceWidth = Enum.GetValues<SpaceFact>().Length;

    /// <summary>Numbers of a collection that are not of a part of its heap.</summary>
    public static readonly int ScalarCount = Enum.GetValues<CollectionFact>().Length;

    /// <summary>Numbers that a row can have; at most 64, because a row begins with a bit for each.</summary>
    public static readonly int Width = ScalarCount + (MostSpaces * SpaceWidth);

    /// <summary>A number that is not known, in a row that is read whole.</summary>
    public const long Unknown = long.MinValue;

    /// <summary>Bytes of a block of rows; a row is addressed by its block's number and its offset in the block.</summary>
    internal const int BlockBytes = 64 * 1024;

    private readonly IReadOnlyList<byte[]> _blocks;
    private readonly Column<long> _starts;

    /// <summary>Takes over what a <see cref="CollectionFactsBuilder"/> packed.</summary>
    internal CollectionFacts(IReadOnlyList<byte[]> blocks, ChunkedList<long> starts)
    {
        _blocks = blocks;
        _starts = new Column<long>(starts);
    }

    /// <summary>A number's position in a row.</summary>
    public static int Index(CollectionFact fact) => (int)fact;

    /// <summary>The position of a space's number in a row.</summary>
    public static int Index(HeapSpace space, SpaceFact fact) => ScalarCount + (space.Index * SpaceWidth) + (int)fact;

    /// <summary>The positions of a space's numbers, in the part of a row that begins with the first space's.</summary>
    internal static Range SpaceRange(int space) => (space * SpaceWidth)..((space + 1) * SpaceWidth);

    /// <summary>One number; null when it is not known.</summary>
    /// <param name="collection">Index into <see cref="Recording.Collections"/>.</param>
    public long? Get(int collection, CollectionFact fact) => At(collection, Index(fact));

    /// <summary>One number of a space; null when it is not known.</summary>
    /// <param name="collection">Index into <see cref="Recording.Collections"/>.</param>
    /// <param name="space">The part of the heap.</param>
    public long? Get(int collection, HeapSpace space, SpaceFact fact) => At(collection, Index(space, fact));

    /// <summary>
    /// Reads a row whole: <see cref="Width"/> numbers, <see cref="Unknown"/> for those that are not
    /// known. False when no number is recorded for the collection.
    /// </summary>
    public bool TryRead(int collection, Span<long> row)
    {
        row = row[..Width];
        row.Fill(Unknown);
        if (!TryFind(collection, out var bytes, out var known)) return false;
        for (; known != 0; known &= known - 1) row[BitOperations.TrailingZeroCount(known)] = Unpack(ref bytes);
        return true;
    }

    private long? At(int collection, int index)
    {
        if (!TryFind(collection, out var bytes, out var known) || (known & (1UL << index)) == 0) return null;
        for (var before = BitOperations.PopCount(known & ((1UL << index) - 1)); before > 0; before--) Unpack(ref bytes);
        return Unpack(ref bytes);
    }

    private bool TryFind(int collection, out ReadOnlySpan<byte> bytes, out ulong known)
    {
        bytes = default;
        known = 0;
        if ((uint)collection >= (uint)_starts.Count || _starts[collection] is not (>= 0 and var start)) return false;
        bytes = _blocks[(int)(start / BlockBytes)].AsSpan((int)(start % BlockBytes));
        known = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
        bytes = bytes[MaskBytes..];
        return true;
    }

    private static long Unpack(ref ReadOnlySpan<byte> bytes)
    {
        ulong value = 0;
        var at = 0;
        for (var shift = 0; ; shift += 7)
        {
            var next = bytes[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) break;
        }

        bytes = bytes[at..];
        return (long)(value >> 1) ^ -(long)(value & 1);
    }
}
