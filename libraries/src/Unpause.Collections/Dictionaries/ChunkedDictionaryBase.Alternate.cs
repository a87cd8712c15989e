#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Collections;

/// <content>Looking up by another type, such as a span for a string.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    /// <summary>Operations with keys of another type that the comparer understands.</summary>
    /// <exception cref="InvalidOperationException">The comparer does not understand that type.</exception>
    public AlternateLookup<TAlternate> GetAlternateLookup<TAlternate>()
        where TAlternate : allows ref struct
    {
        if (!TryGetAlternateLookup<TAlternate>(out var lookup)) Throw.IncompatibleComparer();
        return lookup;
    }

    /// <summary>The same; false when the comparer does not understand the type.</summary>
    public bool TryGetAlternateLookup<TAlternate>(out AlternateLookup<TAlternate> lookup)
        where TAlternate : allows ref struct
    {
        ThrowIfDisposed();
        var comparer = _comparer ?? (typeof(TKey) == typeof(string) ? (object)StringHash.Comparer : Comparer);
        lookup = comparer is IAlternateEqualityComparer<TAlternate, TKey> alternate ? new(this, alternate) : default;
        return lookup.Dictionary is not null;
    }

    /// <summary>Operations with keys of type <typeparamref name="TAlternate"/>.</summary>
    public readonly struct AlternateLookup<TAlternate>
        where TAlternate : allows ref struct
    {
        private readonly IAlternateEqualityComparer<TAlternate, TKey> _comparer;

        internal AlternateLookup(ChunkedDictionaryBase<TKey, TValue> dictionary, IAlternateEqualityComparer<TAlternate, TKey> comparer)
        {
            Dictionary = dictionary;
            _comparer = comparer;
        }

        /// <summary>The dictionary that is looked into.</summary>
        public ChunkedDictionaryBase<TKey, TValue> Dictionary { get; }

        /// <summary>The value of <paramref name="key"/>; setting it adds or replaces.</summary>
        /// <exception cref="KeyNotFoundException">There is no such key to get.</exception>
        public TValue this[TAlternate key]
        {
            get
            {
                if (!TryGetValue(key, out var value)) Throw.KeyNotFound(_comparer.Create(key));
                return value!;
            }

            set
            {
                var hash = _comparer.GetHashCode(key);
                var index = Find(key, hash);
                if (index < 0) Add(key, hash, value);
                else if (index < Dictionary._used) Dictionary.ValueAt(index) = value;
            }
        }

        /// <summary>Adds a pair; false when the key is there already.</summary>
        public bool TryAdd(TAlternate key, TValue value)
        {
            var hash = _comparer.GetHashCode(key);
            if (Find(key, hash) >= 0) return false;
            Add(key, hash, value);
            return true;
        }

        /// <summary>Whether there is such a key.</summary>
        public bool ContainsKey(TAlternate key) => Find(key, HashOf(key)) >= 0;

        /// <summary>Gets the value of a key; false when there is no such key.</summary>
        public bool TryGetValue(TAlternate key, [MaybeNullWhen(false)] out TValue value)
        {
            var index = Find(key, HashOf(key));
            value = (uint)index < (uint)Dictionary._used ? Dictionary.ValueAt(index) : default;
            return index >= 0;
        }

        /// <summary>Gets a pair, with the key as the dictionary has it; false when there is no such key.</summary>
        public bool TryGetValue(TAlternate key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            var index = Find(key, HashOf(key));
            var isThere = (uint)index < (uint)Dictionary._used;
            actualKey = isThere ? Dictionary.KeyAt(index) : default;
            value = isThere ? Dictionary.ValueAt(index) : default;
            return index >= 0;
        }

        /// <summary>Removes a pair; false when there is no such key.</summary>
        public bool Remove(TAlternate key) => Remove(key, out _, out _);

        /// <summary>Removes a pair and hands it out; false when there is no such key.</summary>
        public bool Remove(TAlternate key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            var hash = HashOf(key);
            var index = Find(key, hash);

            // The comparer may have removed it, or the whole table.
            if ((uint)index >= (uint)Dictionary._used || Dictionary.NextAt(index) < EndOfChain || Dictionary.HashAt(index) != hash)
            {
                actualKey = default;
                value = default;
                return false;
            }

            actualKey = Dictionary.KeyAt(index);
            value = Dictionary.ValueAt(index);
            Dictionary.RemoveEntry(index);
            return true;
        }

        private void Add(TAlternate key, int hash, TValue value)
        {
            var created = _comparer.Create(key);
            if (created is null) Throw.ArgumentNull(nameof(key));
            Dictionary.Link(created, value, hash);
        }

        // A Dictionary without a table asks for none either.
        private int HashOf(TAlternate key) => Dictionary._bucketLimit == 0 ? 0 : _comparer.GetHashCode(key);

        // As FindByComparer.
        private int Find(TAlternate key, int hash)
        {
            var dictionary = Dictionary;
            if (dictionary._used == 0) dictionary.ThrowIfDisposed();
            var shape = dictionary._shape;
            var found = false;
            var moves = 0;
            var index = dictionary.Head(hash);
            for (var steps = 0; (uint)index < (uint)dictionary._used; steps++)
            {
                if (dictionary.HashAt(index) == hash && _comparer.Equals(key, dictionary.KeyAt(index)))
                {
                    if (shape == dictionary._shape) return index;
                    found = true;
                }

                if (shape == dictionary._shape)
                {
                    if (steps > dictionary._used) Throw.ConcurrentUse();
                    index = dictionary.NextAt(index);
                }
                else
                {
                    if (moves++ > MaxMoves) Throw.ConcurrentUse();
                    shape = dictionary._shape;
                    steps = 0;
                    index = dictionary.Head(hash);
                }
            }

            return found ? Gone : -1;
        }
    }
}
#endif
