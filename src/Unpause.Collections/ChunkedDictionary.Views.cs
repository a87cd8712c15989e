using System.Collections;
using System.Diagnostics;

namespace Unpause.Collections;

/// <content>The views of keys and values.</content>
public sealed partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>The keys of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class KeyCollection : View<TKey>
    {
        internal KeyCollection(ChunkedDictionary<TKey, TValue> dictionary)
            : base(dictionary, "key")
        {
        }

        /// <summary>Whether there is such a key.</summary>
        public override bool Contains(TKey item) => Dictionary.ContainsKey(item);

        private protected override TKey Part(KeyValuePair<TKey, TValue> pair) => pair.Key;
    }

    /// <summary>The values of a dictionary, read-only and always current.</summary>
    [DebuggerDisplay("Count = {Count}")]
    public sealed class ValueCollection : View<TValue>
    {
        internal ValueCollection(ChunkedDictionary<TKey, TValue> dictionary)
            : base(dictionary, "value")
        {
        }

        /// <summary>Whether some key has this value; looks at all of them.</summary>
        public override bool Contains(TValue item) => Dictionary.ContainsValue(item);

        private protected override TValue Part(KeyValuePair<TKey, TValue> pair) => pair.Value;
    }

    /// <summary>One side of all pairs.</summary>
    /// <typeparam name="TPart">Type of the key or the value.</typeparam>
    public abstract class View<TPart> : ICollection<TPart>, ICollection, IReadOnlyCollection<TPart>
    {
        private readonly string _name;

        private protected View(ChunkedDictionary<TKey, TValue> dictionary, string name)
        {
            Dictionary = dictionary;
            _name = name;
        }

        /// <summary>Number of pairs.</summary>
        public int Count => Dictionary.Count;

        bool ICollection<TPart>.IsReadOnly => true;

        bool ICollection.IsSynchronized => false;

        object ICollection.SyncRoot => Dictionary;

        private protected ChunkedDictionary<TKey, TValue> Dictionary { get; }

        /// <summary>Whether the view has such an element.</summary>
        public abstract bool Contains(TPart item);

        /// <summary>Copies all elements to <paramref name="array"/>, from <paramref name="index"/> on.</summary>
        public void CopyTo(TPart[] array, int index)
        {
            Throw.IfNull(array, nameof(array));
            Throw.IfNoRoomFrom(array, index, Count);
            foreach (var pair in Dictionary) array[index++] = Part(pair);
        }

        /// <summary>Enumerates the elements in the dictionary's order.</summary>
        public Enumerator GetEnumerator() => new(this);

        IEnumerator<TPart> IEnumerable<TPart>.GetEnumerator() => GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

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
            try
            {
                foreach (var pair in Dictionary) array.SetValue(Part(pair), index++);
            }
            catch (InvalidCastException)
            {
                Throw.BadArrayType();
            }
        }

        private protected abstract TPart Part(KeyValuePair<TKey, TValue> pair);

        /// <summary>Walks the view; throws when a pair was added since it began.</summary>
        public struct Enumerator : IEnumerator<TPart>
        {
            private readonly View<TPart> _view;
            private ChunkedDictionary<TKey, TValue>.Enumerator _pairs;
            private bool _valid;

            internal Enumerator(View<TPart> view)
            {
                _view = view;
                _pairs = view.Dictionary.GetEnumerator();
            }

            /// <summary>The element at the enumerator's place; undefined before the first and after the last.</summary>
            public readonly TPart Current => _valid ? _view.Part(_pairs.Current) : default!;

            readonly object? IEnumerator.Current
            {
                get
                {
                    if (!_valid) Throw.NotEnumerating();
                    return Current;
                }
            }

            /// <summary>Goes to the next element; false when there is none.</summary>
            public bool MoveNext() => _valid = _pairs.MoveNext();

            /// <summary>Nothing to release.</summary>
            public readonly void Dispose()
            {
            }

            void IEnumerator.Reset()
            {
                ((IEnumerator)_pairs).Reset();
                _pairs = _view.Dictionary.GetEnumerator();
                _valid = false;
            }
        }
    }
}
