using System.Collections;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The enumerator.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    /// <summary>Walks the pairs; throws when one was added since it began. Removing is allowed.</summary>
    public struct Enumerator : IEnumerator<KeyValuePair<TKey, TValue>>, IDictionaryEnumerator
    {
        private const int Ended = -1;

        private readonly ChunkedDictionaryBase<TKey, TValue> _dictionary;
        private int _version;
        private readonly bool _asEntries;
        // Places in the chunk; where the next chunk begins, or Ended.
        private int _offset;
        private int _end;
        private int _start;

        // Chunks move only with the version. One of the two is used.
        private Slim[] _slim;
        private ChunkedDictionaryBase<TKey, TValue>.Entry[] _entries;
        private KeyValuePair<TKey, TValue> _current;

        internal Enumerator(ChunkedDictionaryBase<TKey, TValue> dictionary, bool asEntries)
        {
            _dictionary = dictionary;
            _version = dictionary._version;
            _asEntries = asEntries;
            _slim = [];
            _entries = [];
        }

        /// <summary>The pair at the enumerator's place; undefined before the first and after the last.</summary>
        public readonly KeyValuePair<TKey, TValue> Current => _current;

        readonly object IEnumerator.Current => _asEntries ? (object)Entry : Valid();

        /// <summary>The pair as the non-generic dictionaries have it.</summary>
        public readonly DictionaryEntry Entry => new(Valid().Key, _current.Value);

        readonly object IDictionaryEnumerator.Key => Valid().Key;

        readonly object? IDictionaryEnumerator.Value => Valid().Value;

        /// <summary>Goes to the next element; false when there is none.</summary>
        /// <exception cref="InvalidOperationException">The dictionary was changed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var dictionary = _dictionary;
            var resumed = 0;
            if (_version != dictionary._version)
            {
                if (!dictionary.IsCalmSince(_version)) Throw.Modified(dictionary.IsDisposed, nameof(PooledChunkedDictionary<TKey, TValue>));
                _version = dictionary._version;
                if (_end > 0)
                {
                    // The chunk may be another one now.
                    resumed = _offset;
                    _start -= dictionary.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<ChunkedDictionaryBase<TKey, TValue>.Entry>.Length;
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
                    if (KeyShape<TKey>.IsPlain)
                    {
                        var chunk = _slim;
                        if ((uint)offset < (uint)chunk.Length)
                        {
                            ref var slim = ref chunk[offset];
                            if (slim.Next < EndOfChain) continue;
                            _current = new KeyValuePair<TKey, TValue>(slim.Key, slim.Value);
                            return true;
                        }
                    }

                    ref var entry = ref _entries[offset];
                    if (entry.Next < EndOfChain) continue;
                    _current = new KeyValuePair<TKey, TValue>(entry.Key, entry.Value);
                    return true;
                }

                var start = _start;
                var left = dictionary._used - start;
                if (start < 0 || left <= 0) return End();
                if (dictionary.IsSlim) _slim = dictionary._slim[start >> ChunkShape<Slim>.Shift];
                else _entries = dictionary._entries[start >> ChunkShape<ChunkedDictionaryBase<TKey, TValue>.Entry>.Shift];
                var length = dictionary.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<ChunkedDictionaryBase<TKey, TValue>.Entry>.Length;
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

        void IEnumerator.Reset() => Restart();

        internal void Restart()
        {
            if (_version != _dictionary._version && !_dictionary.IsCalmSince(_version))
            {
                Throw.Modified(_dictionary.IsDisposed, nameof(PooledChunkedDictionary<TKey, TValue>));
            }

            _version = _dictionary._version;
            _start = 0;
            _end = 0;
            _offset = 0;
            _current = default;
        }

        internal readonly KeyValuePair<TKey, TValue> Valid()
        {
            if (_offset == 0) Throw.NotEnumerating();
            return _current;
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
