using System.Collections;
using Unpause.Collections;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <summary>
/// The items of a finished recording, in order: an immutable list. It wraps the list
/// that the reader filled, in chunks or packed; nothing is copied.
/// </summary>
/// <typeparam name="T">What it contains: pauses, collections, stops …</typeparam>
public sealed class Column<T> : IReadOnlyList<T>
{
    /// <summary>After this many consecutive reads from a block it is unpacked: a binary search ends earlier.</summary>
    private const int Neighbours = 16;

    // One of the two.
    private readonly ChunkedList<T>? _items;
    private readonly PackedList<T>? _packed;

    // Reading many neighbours unpacks their block. Several threads may read: an unpacked block never changes, and a lost count
    // of consecutive reads only decides when one is unpacked.
    private Unpacked? _unpacked;
    private int _missed = -1;
    private int _misses;

    /// <summary>Takes ownership of a list: the caller must not keep it.</summary>
    public Column(ChunkedList<T> items) => _items = items;

    /// <summary>Takes ownership of a list: the caller must not keep it.</summary>
    public Column(PackedList<T> items) => _packed = items;

    /// <summary>A column without items.</summary>
    public static Column<T> Empty { get; } = new(new ChunkedList<T>());

    public int Count => _packed?.Count ?? _items!.Count;

    /// <summary>The items as spans, chunk by chunk, for the tightest loops; a span is valid until the next one is read.</summary>
    public ChunkSpanEnumerable ChunkSpans => new(this);

    /// <summary>The item at an index from 0.</summary>
    public T this[int index]
    {
        get
        {
            if (_packed is not { } packed) return _items![index];
            var block = index >> PackedBlock.Shift;
            if (_unpacked is { } unpacked && unpacked.Block == block) return unpacked.Items[index & PackedBlock.Mask];
            return Missed(packed, index, block);
        }
    }

    /// <summary>Walks the items in their order.</summary>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private T Missed(PackedList<T> packed, int index, int block)
    {
        (_misses, _missed) = (block == _missed ? _misses + 1 : 1, block);
        var item = packed[index];
        if (_misses < Neighbours) return item;
        T[]? items = null;
        packed.Read(block, ref items);
        _unpacked = new Unpacked(block, items!);
        return item;
    }

    /// <summary>Walks the items in their order.</summary>
    public struct Enumerator : IEnumerator<T>
    {
        private readonly PackedList<T>? _packed;

        // Not readonly: walking changes it.
        private ChunkedList<T>.Enumerator _inner;
        private T[]? _buffer;
        private int _block;
        private int _place;
        private int _length;

        internal Enumerator(Column<T> column)
        {
            _packed = column._packed;
            if (column._items is { } items) _inner = items.GetEnumerator();
            _place = -1;
        }

        public readonly T Current => _packed is null ? _inner.Current : _buffer![_place];

        readonly object? IEnumerator.Current => Current;

        /// <summary>Goes to the next item; false when there is none.</summary>
        public bool MoveNext()
        {
            if (_packed is null) return _inner.MoveNext();
            if (++_place < _length) return true;
            if (_block >= _packed.Blocks) return false;
            _length = _packed.Read(_block++, ref _buffer).Length;
            _place = 0;
            return true;
        }

        /// <summary>Not supported: get another enumerator from the column.</summary>
        public readonly void Reset() => throw new NotSupportedException();

        public readonly void Dispose()
        {
        }
    }

    private sealed record Unpacked(int Block, T[] Items);

    /// <summary>The chunks of a column.</summary>
    public readonly ref struct ChunkSpanEnumerable
    {
        private readonly Column<T> _column;

        internal ChunkSpanEnumerable(Column<T> column) => _column = column;

        public Enumerator GetEnumerator() => new(_column);

        public ref struct Enumerator
        {
            private readonly PackedList<T>? _packed;
            private ChunkedList<T>.ChunkSpanEnumerable.Enumerator _inner;
            private T[]? _buffer;
            private int _block;

            internal Enumerator(Column<T> column)
            {
                _packed = column._packed;
                if (column._items is { } items) _inner = items.ChunkSpans.GetEnumerator();
            }

            /// <summary>The used part of one chunk.</summary>
            public ReadOnlySpan<T> Current { get; private set; }

            /// <summary>Goes to the next chunk; false when there is none.</summary>
            public bool MoveNext()
            {
                if (_packed is null)
                {
                    if (!_inner.MoveNext()) return false;
                    Current = _inner.Current;
                    return true;
                }

                if (_block >= _packed.Blocks) return false;
                Current = _packed.Read(_block++, ref _buffer);
                return true;
            }
        }
    }
}
