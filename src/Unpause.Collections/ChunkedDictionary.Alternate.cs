#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Collections;

/// <content>Looking up by another type, such as a span for a string.</content>
public sealed partial class ChunkedDictionary<TKey, TValue>
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
        var comparer = _comparer ?? (typeof(TKey) == typeof(string) ? (object)StringHash.Comparer : Comparer);
        lookup = comparer is IAlternateEqualityComparer<TAlternate, TKey> alternate ? new(this, alternate) : default;
        return lookup.Dictionary is not null;
    }

    /// <summary>Operations with keys of type <typeparamref name="TAlternate"/>.</summary>
    public readonly struct AlternateLookup<TAlternate>
        where TAlternate : allows ref struct
    {
        private readonly IAlternateEqualityComparer<TAlternate, TKey> _comparer;

        internal AlternateLookup(ChunkedDictionary<TKey, TValue> dictionary, IAlternateEqualityComparer<TAlternate, TKey> comparer)
        {
            Dictionary = dictionary;
            _comparer = comparer;
        }

        /// <summary>The dictionary that is looked into.</summary>
        public ChunkedDictionary<TKey, TValue> Dictionary { get; }

        /// <summary>The value of <paramref name="key"/>; setting it adds or replaces.</summary>
        /// <exception cref="KeyNotFoundException">There is no such key to get.</exception>
        public TValue this[TAlternate key]
        {
            get
            {
                var index = Find(key, _comparer.GetHashCode(key));
                if (index < 0) Throw.KeyNotFound(_comparer.Create(key));
                return Dictionary.EntryAt(index).Value;
            }

            set
            {
                var index = Find(key, _comparer.GetHashCode(key));
                if (index >= 0) Dictionary.EntryAt(index).Value = value;
                else Add(key, value);
            }
        }

        /// <summary>Adds a pair; false when the key is there already.</summary>
        public bool TryAdd(TAlternate key, TValue value)
        {
            if (ContainsKey(key)) return false;
            Add(key, value);
            return true;
        }

        /// <summary>Whether there is such a key.</summary>
        public bool ContainsKey(TAlternate key) => Find(key, _comparer.GetHashCode(key)) >= 0;

        /// <summary>Gets the value of a key; false when there is no such key.</summary>
        public bool TryGetValue(TAlternate key, [MaybeNullWhen(false)] out TValue value)
        {
            var index = Find(key, _comparer.GetHashCode(key));
            value = index < 0 ? default : Dictionary.EntryAt(index).Value;
            return index >= 0;
        }

        /// <summary>Gets a pair, with the key as the dictionary has it; false when there is no such key.</summary>
        public bool TryGetValue(TAlternate key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            var index = Find(key, _comparer.GetHashCode(key));
            actualKey = index < 0 ? default : Dictionary.EntryAt(index).Key;
            value = index < 0 ? default : Dictionary.EntryAt(index).Value;
            return index >= 0;
        }

        /// <summary>Removes a pair; false when there is no such key.</summary>
        public bool Remove(TAlternate key) => Remove(key, out _, out _);

        /// <summary>Removes a pair and hands it out; false when there is no such key.</summary>
        public bool Remove(TAlternate key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            var index = Find(key, _comparer.GetHashCode(key));
            actualKey = index < 0 ? default : Dictionary.EntryAt(index).Key;
            value = index < 0 ? default : Dictionary.EntryAt(index).Value;
            if (index >= 0) Dictionary.RemoveEntry(index);
            return index >= 0;
        }

        private void Add(TAlternate key, TValue value)
        {
            var hash = _comparer.GetHashCode(key);
            var created = _comparer.Create(key);
            if (created is null) Throw.ArgumentNull(nameof(key));
            if (Dictionary._bucketLimit == 0) Dictionary.Expand();
            Dictionary.Link(ref Dictionary._buckets.Of(hash), created, value, hash);
        }

        private int Find(TAlternate key, int hash)
        {
            if (Dictionary._bucketLimit == 0) return -1;
            var index = Dictionary._buckets.Of(hash) - 1;
            for (var steps = 0; index >= 0; steps++)
            {
                if (Dictionary.HashOf(index) == hash && _comparer.Equals(key, Dictionary.EntryAt(index).Key)) return index;
                if (steps > Dictionary._used) Throw.ConcurrentUse();
                index = Dictionary.EntryAt(index).Next;
            }

            return -1;
        }
    }
}
#endif
