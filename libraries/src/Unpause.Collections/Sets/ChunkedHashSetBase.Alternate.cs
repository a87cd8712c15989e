#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Collections;

/// <content>Looking up by another type, such as a span for a string.</content>
public abstract partial class ChunkedHashSetBase<T>
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
        var comparer = _comparer ?? (typeof(T) == typeof(string) ? (object)StringHash.Comparer : Comparer);
        lookup = comparer is IAlternateEqualityComparer<TAlternate, T> alternate ? new(this, alternate) : default;
        return lookup.Set is not null;
    }

    /// <summary>Operations with keys of type <typeparamref name="TAlternate"/>.</summary>
    public readonly struct AlternateLookup<TAlternate>
        where TAlternate : allows ref struct
    {
        private readonly IAlternateEqualityComparer<TAlternate, T> _comparer;

        internal AlternateLookup(ChunkedHashSetBase<T> set, IAlternateEqualityComparer<TAlternate, T> comparer)
        {
            Set = set;
            _comparer = comparer;
        }

        /// <summary>The set that is looked into.</summary>
        public ChunkedHashSetBase<T> Set { get; }

        /// <summary>Adds what the comparer makes of <paramref name="item"/>; false when the set has it.</summary>
        public bool Add(TAlternate item)
        {
            var hash = _comparer.GetHashCode(item);
            if (Find(item, hash) >= 0) return false;
            var created = _comparer.Create(item);
            Set.Link(created, hash, 0);
            return true;
        }

        /// <summary>Whether the set has the element.</summary>
        public bool Contains(TAlternate item) => Find(item, HashOf(item)) >= 0;

        /// <summary>Removes the element; false when there is none.</summary>
        public bool Remove(TAlternate item)
        {
            var hash = HashOf(item);
            var index = Find(item, hash);

            // The comparer may have removed it, or the whole table.
            if ((uint)index >= (uint)Set._used || Set.NextAt(index) < EndOfChain || Set.HashAt(index) != hash) return false;
            Set.RemoveEntry(index);
            return true;
        }

        /// <summary>Finds the element that is equal to <paramref name="equalValue"/>.</summary>
        public bool TryGetValue(TAlternate equalValue, [MaybeNullWhen(false)] out T actualValue)
        {
            var index = Find(equalValue, HashOf(equalValue));
            actualValue = (uint)index < (uint)Set._used ? Set.ValueAt(index) : default;
            return index >= 0;
        }

        // A HashSet without a table asks for none either.
        private int HashOf(TAlternate item) => Set._bucketLimit == 0 ? 0 : _comparer.GetHashCode(item);

        // As FindByComparer.
        private int Find(TAlternate item, int hash)
        {
            var set = Set;
            if (set._used == 0) set.ThrowIfDisposed();
            var shape = set._shape;
            var found = false;
            var moves = 0;
            var index = set.Head(hash);
            for (var steps = 0; (uint)index < (uint)set._used; steps++)
            {
                if (set.HashAt(index) == hash && _comparer.Equals(item, set.ValueAt(index)))
                {
                    if (shape == set._shape) return index;
                    found = true;
                }

                if (shape == set._shape)
                {
                    if (steps > set._used) Throw.ConcurrentUse();
                    index = set.NextAt(index);
                }
                else
                {
                    if (moves++ > MaxMoves) Throw.ConcurrentUse();
                    shape = set._shape;
                    steps = 0;
                    index = set.Head(hash);
                }
            }

            return found ? Gone : -1;
        }
    }
}
#endif
