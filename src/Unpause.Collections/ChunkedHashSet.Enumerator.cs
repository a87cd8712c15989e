using System.Collections;

namespace Unpause.Collections;

/// <content>The enumerator.</content>
public sealed partial class ChunkedHashSet<T>
{
    /// <summary>Walks the set; throws when something was added since it began. Removing is allowed.</summary>
    public struct Enumerator : IEnumerator<T>
    {
        private const int Ended = -1;

        private readonly ChunkedHashSet<T> _set;
        private readonly int _version;
        private int _next;
        private Entry[] _chunk;
        private T? _current;

        internal Enumerator(ChunkedHashSet<T> set)
        {
            _set = set;
            _version = set._version;
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
        /// <exception cref="InvalidOperationException">The set was changed.</exception>
        public bool MoveNext()
        {
            var set = _set;
            if (_version != set._version) Throw.Modified();
            for (var index = _next; (uint)index < (uint)set._used;)
            {
                var offset = index & ChunkShape<Entry>.Mask;
                if (offset == 0) _chunk = set._entries[index >> ChunkShape<Entry>.Shift];
                ref var entry = ref _chunk[offset];
                index++;
                if (entry.Next < EndOfChain)
                {
                    _next = index;
                    continue;
                }

                _current = entry.Value;
                _next = index;
                return true;
            }

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
            if (_version != _set._version) Throw.Modified();
            _next = 0;
            _current = default;
        }
    }
}
