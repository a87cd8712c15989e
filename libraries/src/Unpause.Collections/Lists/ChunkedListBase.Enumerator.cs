using System.Collections;

namespace Unpause.Collections;

/// <content>The enumerator.</content>
public abstract partial class ChunkedListBase<T>
{
    /// <summary>Walks the list in order; throws when the list was changed since it began.</summary>
    public struct Enumerator : IEnumerator<T>
    {
        private const int Ended = -1;

        private readonly ChunkedListBase<T> _list;
        private readonly int _version;
        private int _next;
        private T[] _chunk;
        private T? _current;

        internal Enumerator(ChunkedListBase<T> list)
        {
            _list = list;
            _version = list._version;
            _chunk = [];
        }

        /// <summary>The element at the enumerator's place; undefined before the first and after the last.</summary>
        public readonly T Current => _current!;

        readonly object? IEnumerator.Current
        {
            get
            {
                if (_next <= 0) Throw.NotEnumerating();
                return _current;
            }
        }

        /// <summary>Goes to the next element; false when there is none.</summary>
        /// <exception cref="InvalidOperationException">The list was changed.</exception>
        public bool MoveNext()
        {
            // No call here may take this struct's address: the JIT then keeps it in registers, and a boxed one on the stack.
            var list = _list;
            if (_version != list._version) Throw.Modified(list._disposed, nameof(PooledChunkedList<T>));
            var index = _next;
            if ((uint)index < (uint)list._count)
            {
                var offset = index & ChunkShape<T>.Mask;
                if (offset == 0) _chunk = list._chunks[index >> ChunkShape<T>.Shift];
                _current = _chunk[offset];
                _next = index + 1;
                return true;
            }

            if (index == 0 && list._disposed) Throw.Disposed();
            _current = default;
            _next = Ended;
            return false;
        }

        /// <summary>Nothing to release.</summary>
        public readonly void Dispose()
        {
        }

        void IEnumerator.Reset()
        {
            if (_version != _list._version) Throw.Modified(_list._disposed, nameof(PooledChunkedList<T>));
            _next = 0;
            _current = default;
        }
    }
}
