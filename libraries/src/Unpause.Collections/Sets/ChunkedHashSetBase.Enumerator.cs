using System.Collections;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The enumerator.</content>
public abstract partial class ChunkedHashSetBase<T>
{
    /// <summary>Walks the set; throws when something was added since it began. Removing is allowed.</summary>
    public struct Enumerator : IEnumerator<T>
    {
        private const int Ended = -1;

        private readonly ChunkedHashSetBase<T> _set;
        private int _version;
        // Places in the chunk; where the next chunk begins, or Ended.
        private int _offset;
        private int _end;
        private int _start;

        // Chunks move only with the version. One of the two is used.
        private Slim[] _slim;
        private Entry[] _entries;
        private T? _current;

        internal Enumerator(ChunkedHashSetBase<T> set)
        {
            _set = set;
            _version = set._version;
            _slim = [];
            _entries = [];
        }

        /// <summary>The element at the enumerator's place; undefined before the first and after the last.</summary>
        public readonly T Current => _current!;

        readonly object? IEnumerator.Current
        {
            get
            {
                if (_offset == 0) Throw.NotEnumerating();
                return _current;
            }
        }

        /// <summary>Goes to the next element; false when there is none.</summary>
        /// <exception cref="InvalidOperationException">The set was changed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var set = _set;
            var resumed = 0;
            if (_version != set._version)
            {
                if (!set.IsCalmSince(_version)) Throw.Modified(set.IsDisposed, nameof(PooledChunkedHashSet<T>));
                _version = set._version;
                if (_end > 0)
                {
                    // The chunk may be another one now.
                    resumed = _offset;
                    _start -= set.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<Entry>.Length;
                    _end = 0;
                }
            }

            // No calls: with one in it, even one that is never made, a loop would keep none of this in registers.
            while (true)
            {
                var offset = _offset;
                if (offset < _end)
                {
                    _offset = offset + 1;
                    if (KeyShape<T>.IsPlain)
                    {
                        var chunk = _slim;
                        if ((uint)offset < (uint)chunk.Length)
                        {
                            ref var slim = ref chunk[offset];
                            if (slim.Next < EndOfChain) continue;
                            _current = slim.Value;
                            return true;
                        }
                    }

                    ref var entry = ref _entries[offset];
                    if (entry.Next < EndOfChain) continue;
                    _current = entry.Value;
                    return true;
                }

                var start = _start;
                var left = set._used - start;
                if (start < 0 || left <= 0) return End();
                if (set.IsSlim) _slim = set._slim[start >> ChunkShape<Slim>.Shift];
                else _entries = set._entries[start >> ChunkShape<Entry>.Shift];
                var length = set.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<Entry>.Length;
                _start = start + length;
                _end = left < length ? left : length;
                _offset = resumed;
                resumed = 0;
            }
        }

        /// <summary>Nothing to release.</summary>
        public readonly void Dispose()
        {
        }

        void IEnumerator.Reset()
        {
            if (_version != _set._version && !_set.IsCalmSince(_version))
            {
                Throw.Modified(_set.IsDisposed, nameof(PooledChunkedHashSet<T>));
            }

            _version = _set._version;
            _start = 0;
            _end = 0;
            _offset = 0;
            _current = default;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool End()
        {
            _current = default;
            _start = Ended;
            _end = 0;
            _offset = 0;
            return false;
        }
    }
}
