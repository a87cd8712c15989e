using System.Collections;

namespace Unpause.Collections;

/// <content>The enumerator.</content>
public sealed partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>Walks the pairs; throws when one was added since it began. Removing is allowed.</summary>
    public struct Enumerator : IEnumerator<KeyValuePair<TKey, TValue>>, IDictionaryEnumerator
    {
        private const int Ended = -1;

        private readonly ChunkedDictionary<TKey, TValue> _dictionary;
        private readonly int _version;
        private readonly bool _asEntries;
        private int _next;
        private ChunkedDictionary<TKey, TValue>.Entry[] _chunk;
        private KeyValuePair<TKey, TValue> _current;

        internal Enumerator(ChunkedDictionary<TKey, TValue> dictionary, bool asEntries)
        {
            _dictionary = dictionary;
            _version = dictionary._version;
            _asEntries = asEntries;
            _chunk = [];
        }

        /// <summary>The pair at the enumerator's place; undefined before the first and after the last.</summary>
        public readonly KeyValuePair<TKey, TValue> Current => _current;

        readonly object IEnumerator.Current => _asEntries ? (object)Entry : Valid();

        /// <summary>The pair as the non-generic dictionaries have it.</summary>
        public readonly DictionaryEntry Entry => new(Valid().Key, _current.Value);

        readonly object IDictionaryEnumerator.Key => Valid().Key;

        readonly object? IDictionaryEnumerator.Value => Valid().Value;

        /// <summary>Goes to the next pair; false when there is none.</summary>
        /// <exception cref="InvalidOperationException">The dictionary was changed.</exception>
        public bool MoveNext()
        {
            var dictionary = _dictionary;
            if (_version != dictionary._version) Throw.Modified();
            for (var index = _next; (uint)index < (uint)dictionary._used;)
            {
                var offset = index & ChunkShape<ChunkedDictionary<TKey, TValue>.Entry>.Mask;
                if (offset == 0) _chunk = dictionary._entries[index >> ChunkShape<ChunkedDictionary<TKey, TValue>.Entry>.Shift];
                ref var entry = ref _chunk[offset];
                index++;
                if (entry.Next < EndOfChain)
                {
                    _next = index;
                    continue;
                }

                _current = new KeyValuePair<TKey, TValue>(entry.Key, entry.Value);
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
            if (_version != _dictionary._version) Throw.Modified();
            _next = 0;
            _current = default;
        }

        private readonly KeyValuePair<TKey, TValue> Valid()
        {
            if (_next <= 0) Throw.NotEnumerating();
            return _current;
        }
    }
}
