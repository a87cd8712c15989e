using System.Collections;
using System.Diagnostics;

namespace Unpause.Collections;

/// <content>The views of keys and values.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    /// <summary>The keys of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class KeyCollection : View<TKey>
    {
        internal KeyCollection(ChunkedDictionaryBase<TKey, TValue> dictionary)
            : base(dictionary, "key")
        {
        }

        /// <summary>Enumerates the keys in the dictionary's order.</summary>
        public Enumerator GetEnumerator() => new(Dictionary);

        /// <summary>Whether there is such a key.</summary>
        public override bool Contains(TKey item) => Dictionary.ContainsKey(item);

        private protected override void CopyAll(TKey[] array, int index)
        {
            foreach (var key in this) array[index++] = key;
        }

        private protected override IEnumerator<TKey> Enumerate() => GetEnumerator();

        /// <summary>Walks the keys; throws when a pair was added since it began.</summary>
        public struct Enumerator : IEnumerator<TKey>
        {
            private ChunkedDictionaryBase<TKey, TValue>.Enumerator _pairs;

            internal Enumerator(ChunkedDictionaryBase<TKey, TValue> dictionary)
            {
                if (dictionary._used == 0) dictionary.ThrowIfDisposed();
                _pairs = new ChunkedDictionaryBase<TKey, TValue>.Enumerator(dictionary, asEntries: false);
            }

            /// <summary>The key at the enumerator's place; undefined before the first and after the last.</summary>
            public readonly TKey Current => _pairs.Current.Key;

            readonly object? IEnumerator.Current => _pairs.Valid().Key;

            /// <summary>Goes to the next key; false when there is none.</summary>
            /// <exception cref="InvalidOperationException">The dictionary was changed.</exception>
            public bool MoveNext() => _pairs.MoveNext();

            /// <summary>Nothing to release.</summary>
            public readonly void Dispose()
            {
            }

            void IEnumerator.Reset() => _pairs.Restart();
        }
    }

    /// <summary>The values of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class ValueCollection : View<TValue>
    {
        internal ValueCollection(ChunkedDictionaryBase<TKey, TValue> dictionary)
            : base(dictionary, "value")
        {
        }

        /// <summary>Enumerates the values in the dictionary's order.</summary>
        public Enumerator GetEnumerator() => new(Dictionary);

        /// <summary>Whether some key has this value; looks at all of them.</summary>
        public override bool Contains(TValue item) => Dictionary.ContainsValue(item);

        private protected override void CopyAll(TValue[] array, int index)
        {
            foreach (var value in this) array[index++] = value;
        }

        private protected override IEnumerator<TValue> Enumerate() => GetEnumerator();

        /// <summary>Walks the values; throws when a pair was added since it began.</summary>
        public struct Enumerator : IEnumerator<TValue>
        {
            private ChunkedDictionaryBase<TKey, TValue>.Enumerator _pairs;

            internal Enumerator(ChunkedDictionaryBase<TKey, TValue> dictionary)
            {
                if (dictionary._used == 0) dictionary.ThrowIfDisposed();
                _pairs = new ChunkedDictionaryBase<TKey, TValue>.Enumerator(dictionary, asEntries: false);
            }

            /// <summary>The value at the enumerator's place; undefined before the first and after the last.</summary>
            public readonly TValue Current => _pairs.Current.Value;

            readonly object? IEnumerator.Current => _pairs.Valid().Value;

            /// <summary>Goes to the next value; false when there is none.</summary>
            /// <exception cref="InvalidOperationException">The dictionary was changed.</exception>
            public bool MoveNext() => _pairs.MoveNext();

            /// <summary>Nothing to release.</summary>
            public readonly void Dispose()
            {
            }

            void IEnumerator.Reset() => _pairs.Restart();
        }
    }

    /// <summary>One side of all pairs.</summary>
    /// <typeparam name="TPart">Type of the key or the value.</typeparam>
    public abstract class View<TPart> : ICollection<TPart>, ICollection, IReadOnlyCollection<TPart>
    {
        private readonly string _name;

        private protected View(ChunkedDictionaryBase<TKey, TValue> dictionary, string name)
        {
            Dictionary = dictionary;
            _name = name;
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
            CopyAll(array, index);
        }

        IEnumerator<TPart> IEnumerable<TPart>.GetEnumerator() => Count == 0 ? ((IEnumerable<TPart>)[]).GetEnumerator() : Enumerate();

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
                foreach (var part in (IEnumerable<TPart>)this) objects[index++] = part;
            }
            catch (ArrayTypeMismatchException)
            {
                Throw.BadArrayType();
            }
        }

        private protected abstract void CopyAll(TPart[] array, int index);

        private protected abstract IEnumerator<TPart> Enumerate();
    }
}
