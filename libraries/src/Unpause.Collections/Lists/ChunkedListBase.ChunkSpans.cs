namespace Unpause.Collections;

/// <content>Chunks as spans.</content>
public abstract partial class ChunkedListBase<T>
{
    /// <summary>The chunks of a list as spans, for the tightest loops.</summary>
    public readonly ref struct ChunkSpanEnumerable
    {
        private readonly ChunkedListBase<T> _list;

        internal ChunkSpanEnumerable(ChunkedListBase<T> list) => _list = list;

        /// <summary>Number of spans.</summary>
        public int Count
        {
            get
            {
                _list.ThrowIfDisposed();
                return ChunksFor(_list._count);
            }
        }

        /// <summary>Walks the spans.</summary>
        public Enumerator GetEnumerator()
        {
            _list.ThrowIfDisposed();
            return new Enumerator(_list);
        }

        /// <summary>Walks the spans; does not notice changes of the list.</summary>
        public ref struct Enumerator
        {
            private readonly ChunkedListBase<T> _list;
            private int _next;

            internal Enumerator(ChunkedListBase<T> list)
            {
                _list = list;
                _next = 0;
                Current = default;
            }

            /// <summary>The used part of one chunk.</summary>
            public Span<T> Current { get; private set; }

            /// <summary>Goes to the next chunk; false when there is none.</summary>
            public bool MoveNext()
            {
                var left = _list._count - _next;
                if (left <= 0)
                {
                    _list.ThrowIfDisposed();
                    return false;
                }

                Current = _list.SpanAt(_next, left);
                _next += Current.Length;
                return true;
            }
        }
    }
}
