using System.Collections;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// The items of a finished recording, one after the other: a list that nobody can change any more. It stands on the list
/// that the reader filled, in chunks; nothing is copied.
/// </summary>
/// <typeparam name="T">What it holds: pauses, collections, stops …</typeparam>
public sealed class Column<T> : IReadOnlyList<T>
{
    private readonly ChunkedList<T> _items;

    /// <summary>Takes a list over. Whoever filled it must not keep it.</summary>
    internal Column(ChunkedList<T> items) => _items = items;

    /// <summary>A column without items.</summary>
    public static Column<T> Empty { get; } = new(new ChunkedList<T>());

    /// <summary>Number of items.</summary>
    public int Count => _items.Count;

    /// <summary>The items as spans, chunk by chunk, for the tightest loops.</summary>
    public ChunkSpanEnumerable ChunkSpans => new(_items);

    /// <summary>The item at an index from 0.</summary>
    public T this[int index] => _items[index];

    /// <summary>Walks the items in their order.</summary>
    public Enumerator GetEnumerator() => new(_items);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Walks the items in their order.</summary>
    public struct Enumerator : IEnumerator<T>
    {
        // Not readonly: walking changes it.
        private ChunkedList<T>.Enumerator _inner;

        internal Enumerator(ChunkedList<T> items) => _inner = items.GetEnumerator();

        /// <summary>The item that it stands at.</summary>
        public readonly T Current => _inner.Current;

        readonly object? IEnumerator.Current => Current;

        /// <summary>Goes to the next item; false when there is none.</summary>
        public bool MoveNext() => _inner.MoveNext();

        /// <summary>Not possible: ask the column for another enumerator.</summary>
        public readonly void Reset() => throw new NotSupportedException();

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }

    /// <summary>The chunks of a column.</summary>
    public readonly ref struct ChunkSpanEnumerable
    {
        private readonly ChunkedList<T> _items;

        internal ChunkSpanEnumerable(ChunkedList<T> items) => _items = items;

        /// <summary>Walks the chunks.</summary>
        public Enumerator GetEnumerator() => new(_items);

        /// <summary>Walks the chunks.</summary>
        public ref struct Enumerator
        {
            private ChunkedList<T>.ChunkSpanEnumerable.Enumerator _inner;

            internal Enumerator(ChunkedList<T> items) => _inner = items.ChunkSpans.GetEnumerator();

            /// <summary>The used part of one chunk.</summary>
            public readonly ReadOnlySpan<T> Current => _inner.Current;

            /// <summary>Goes to the next chunk; false when there is none.</summary>
            public bool MoveNext() => _inner.MoveNext();
        }
    }
}
