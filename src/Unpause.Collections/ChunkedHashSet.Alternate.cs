#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Collections;

/// <content>Looking up by another type, such as a span for a string.</content>
public sealed partial class ChunkedHashSet<T>
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
        var comparer = _comparer ?? (typeof(T) == typeof(string) ? (object)StringHash.Comparer : Comparer);
        lookup = comparer is IAlternateEqualityComparer<TAlternate, T> alternate ? new(this, alternate) : default;
        return lookup.Set is not null;
    }

    /// <summary>Operations with keys of type <typeparamref name="TAlternate"/>.</summary>
    public readonly struct AlternateLookup<TAlternate>
        where TAlternate : allows ref struct
    {
        private readonly IAlternateEqualityComparer<TAlternate, T> _comparer;

        internal AlternateLookup(ChunkedHashSet<T> set, IAlternateEqualityComparer<TAlternate, T> comparer)
        {
            Set = set;
            _comparer = comparer;
        }

        /// <summary>The set that is looked into.</summary>
        public ChunkedHashSet<T> Set { get; }

        /// <summary>Adds what the comparer makes of <paramref name="item"/>; false when the set has it.</summary>
        public bool Add(TAlternate item)
        {
            var hash = _comparer.GetHashCode(item);
            if (Find(item, hash) >= 0) return false;
            var created = _comparer.Create(item);
            if (Set._bucketLimit == 0) Set.Expand();
            Set.Link(ref Set._buckets.Of(hash), created, hash);
            return true;
        }

        /// <summary>Whether the set has the element.</summary>
        public bool Contains(TAlternate item) => Find(item, _comparer.GetHashCode(item)) >= 0;

        /// <summary>Removes the element; false when there is none.</summary>
        public bool Remove(TAlternate item)
        {
            var index = Find(item, _comparer.GetHashCode(item));
            if (index < 0) return false;
            Set.RemoveEntry(index);
            return true;
        }

        /// <summary>Finds the element that is equal to <paramref name="equalValue"/>.</summary>
        public bool TryGetValue(TAlternate equalValue, [MaybeNullWhen(false)] out T actualValue)
        {
            var index = Find(equalValue, _comparer.GetHashCode(equalValue));
            actualValue = index < 0 ? default : Set.EntryAt(index).Value;
            return index >= 0;
        }

        private int Find(TAlternate item, int hash)
        {
            if (Set._bucketLimit == 0) return -1;
            var index = Set._buckets.Of(hash) - 1;
            for (var steps = 0; index >= 0; steps++)
            {
                if (Set.HashOf(index) == hash && _comparer.Equals(item, Set.EntryAt(index).Value)) return index;
                if (steps > Set._used) Throw.ConcurrentUse();
                index = Set.EntryAt(index).Next;
            }

            return -1;
        }
    }
}
#endif
