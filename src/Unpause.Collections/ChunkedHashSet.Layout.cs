using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>Where a table's parts lie, for loops that keep them in locals: the JIT compiles such a loop once for each layout.</content>
public sealed partial class ChunkedHashSet<T>
{
    // Where the table lies now, for a plain T with its own equality.
    private Layout _layout;

    private enum Layout : byte
    {
        /// <summary>None of the two, or another way of comparing.</summary>
        Other,
        InOne,
        InMany,
    }

    private interface ILayout
    {
        ref int Bucket(uint place);

        ref Entry Entry(int index);
    }

    private readonly struct InOne(ChunkedHashSet<T> set) : ILayout
    {
        private readonly int[] _buckets = set._buckets.Only;
        private readonly Entry[] _entries = set._entries.Only;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref int Bucket(uint place) => ref _buckets[place];

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref Entry Entry(int index) => ref _entries[index];
    }

    private readonly struct InMany(ChunkedHashSet<T> set) : ILayout
    {
        private readonly int[][] _buckets = set._buckets.Near;
        private readonly Entry[][] _entries = set._entries.Near;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref int Bucket(uint place) => ref _buckets[place >> ChunkShape<int>.Shift][(int)place & ChunkShape<int>.Mask];

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref Entry Entry(int index) => ref _entries[index >> ChunkShape<Entry>.Shift][index & ChunkShape<Entry>.Mask];
    }
}
