using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The views of keys and values.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    /// <summary>The keys of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class KeyCollection : View<TKey>
    {
        internal KeyCollection(ChunkedDictionaryBase<TKey, TValue> dictionary)
            : base(dictionary, "key", ofKeys: true)
        {
        }

        /// <summary>Whether there is such a key.</summary>
        public override bool Contains(TKey item) => Dictionary.ContainsKey(item);
    }

    /// <summary>The values of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class ValueCollection : View<TValue>
    {
        internal ValueCollection(ChunkedDictionaryBase<TKey, TValue> dictionary)
            : base(dictionary, "value", ofKeys: false)
        {
        }

        /// <summary>Whether some key has this value; looks at all of them.</summary>
        public override bool Contains(TValue item) => Dictionary.ContainsValue(item);
    }

    /// <summary>One side of all pairs.</summary>
    /// <typeparam name="TPart">Type of the key or the value.</typeparam>
    public abstract class View<TPart> : ICollection<TPart>, ICollection, IReadOnlyCollection<TPart>
    {
        private readonly string _name;

        // TPart is TKey then, else TValue.
        private readonly bool _ofKeys;

        private protected View(ChunkedDictionaryBase<TKey, TValue> dictionary, string name, bool ofKeys)
        {
            Dictionary = dictionary;
            _name = name;
            _ofKeys = ofKeys;
        }

        /// <summary>Number of pairs.</summary>
        public int Count => Dictionary.Count;

        bool ICollection<TPart>.IsReadOnly => true;

        bool ICollection.IsSynchronized => false;

        object ICollection.SyncRoot => Dictionary;

        private protected ChunkedDictionaryBase<TKey, TValue> Dictionary { get; }

        /// <summary>Whether the view has such an element.</summary>
        public abstract bool Contains(TPart item);

        /// <summary>Copies all elements to <paramref name="array"/>, from <paramref name="index"/> on.</summary>
        public void CopyTo(TPart[] array, int index)
        {
            Throw.IfNull(array, nameof(array));
            Throw.IfNoRoomFrom(array, index, Count);
            foreach (var part in this) array[index++] = part;
        }

        /// <summary>Enumerates the elements in the dictionary's order.</summary>
        public Enumerator GetEnumerator()
        {
            if (Dictionary._used == 0) Dictionary.ThrowIfDisposed();
            return new Enumerator(Dictionary, _ofKeys);
        }

        IEnumerator<TPart> IEnumerable<TPart>.GetEnumerator() => Count == 0 ? ((IEnumerable<TPart>)[]).GetEnumerator() : GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<TPart>)this).GetEnumerator();

        void ICollection<TPart>.Add(TPart item) => Throw.ReadOnlyView(_name);

        void ICollection<TPart>.Clear() => Throw.ReadOnlyView(_name);

        bool ICollection<TPart>.Remove(TPart item)
        {
            Throw.ReadOnlyView(_name);
            return false;
        }

        void ICollection.CopyTo(Array array, int index)
        {
            Throw.IfNull(array, nameof(array));
            Throw.IfNotOneDimensionFromZero(array);
            Throw.IfNoRoomFrom(array, index, Count);
            if (array is TPart[] parts)
            {
                CopyTo(parts, index);
                return;
            }

            // Not by SetValue: it turns an int into a long, and null into a zero.
            if (array is not object?[] objects)
            {
                Throw.BadArrayType();
                return;
            }

            try
            {
                foreach (var part in this) objects[index++] = part;
            }
            catch (ArrayTypeMismatchException)
            {
                Throw.BadArrayType();
            }
        }

        /// <summary>Walks the view; throws when a pair was added since it began.</summary>
        public struct Enumerator : IEnumerator<TPart>
        {
            private const int Ended = -1;

            private readonly ChunkedDictionaryBase<TKey, TValue> _dictionary;
            private int _version;
            private readonly bool _ofKeys;
            // Places in the chunk; where the next chunk begins, or Ended.
            private int _offset;
            private int _end;
            private int _start;

            // As in the enumerator of pairs.
            private Slim[] _slim;
            private Entry[] _entries;
            private TPart? _current;

            internal Enumerator(ChunkedDictionaryBase<TKey, TValue> dictionary, bool ofKeys)
            {
                _dictionary = dictionary;
                _version = dictionary._version;
                _ofKeys = ofKeys;
                _slim = [];
                _entries = [];
            }

            /// <summary>The element at the enumerator's place; undefined before the first and after the last.</summary>
            public readonly TPart Current => _current!;

            readonly object? IEnumerator.Current
            {
                get
                {
                    if (_offset == 0) Throw.NotEnumerating();
                    return _current;
                }
            }

            /// <summary>Goes to the next element; false when there is none.</summary>
            /// <exception cref="InvalidOperationException">The dictionary was changed.</exception>
            public bool MoveNext()
            {
                var dictionary = _dictionary;
                var resumed = 0;
                if (_version != dictionary._version)
                {
                    if (!dictionary.IsCalmSince(_version))
                    {
                        Throw.Modified(dictionary.IsDisposed, nameof(PooledChunkedDictionary<TKey, TValue>));
                    }

                    _version = dictionary._version;
                    if (_end > 0)
                    {
                        // The chunk may be another one now.
                        resumed = _offset;
                        _start -= dictionary.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<Entry>.Length;
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
                                _current = Part(ref slim.Key, ref slim.Value);
                                return true;
                            }
                        }

                        ref var entry = ref _entries[offset];
                        if (entry.Next < EndOfChain) continue;
                        _current = Part(ref entry.Key, ref entry.Value);
                        return true;
                    }

                    var start = _start;
                    var left = dictionary._used - start;
                    if (start < 0 || left <= 0) return End();
                    if (dictionary.IsSlim) _slim = dictionary._slim[start >> ChunkShape<Slim>.Shift];
                    else _entries = dictionary._entries[start >> ChunkShape<Entry>.Shift];
                    var length = dictionary.IsSlim ? ChunkShape<Slim>.Length : ChunkShape<Entry>.Length;
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

            // A virtual call for each element would cost more than all the rest.
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private readonly TPart Part(ref TKey key, ref TValue value) =>
                _ofKeys ? Unsafe.As<TKey, TPart>(ref key) : Unsafe.As<TValue, TPart>(ref value);

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
}
