namespace Unpause.Collections;

/// <content>The laws of ISet. <c>other</c> may be this set, lazy, have duplicates or another comparer.</content>
public sealed partial class ChunkedHashSet<T>
{
    /// <summary>Keeps only the elements that <paramref name="other"/> has too.</summary>
    public void IntersectWith(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (Count == 0 || ReferenceEquals(other, this)) return;
        if (other is ICollection<T> { Count: 0 })
        {
            Clear();
            return;
        }

        if (SameKind(other) is { } set)
        {
            RemoveUnless((index, value) => set.Contains(value));
            return;
        }

        var marks = new Marks(_used);
        foreach (var item in other)
        {
            var index = Find(item);
            if (index >= 0) marks.Set(index);
        }

        RemoveUnless((index, value) => marks.Has(index));
    }

    /// <summary>Removes the elements that <paramref name="other"/> has.</summary>
    public void ExceptWith(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (Count == 0) return;
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }

        foreach (var item in other) Remove(item);
    }

    /// <summary>Keeps what only one of the two has.</summary>
    public void SymmetricExceptWith(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }

        var distinct = SameKind(other) ?? new ChunkedHashSet<T>(other, _givenComparer);
        foreach (var item in distinct)
        {
            if (!Remove(item)) Add(item);
        }
    }

    /// <summary>Whether <paramref name="other"/> has every element of this set.</summary>
    public bool IsSubsetOf(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (Count == 0 || ReferenceEquals(other, this)) return true;
        if (SameKind(other) is { } set) return Count <= set.Count && AllIn(set);
        return Compare(other, stopAtStranger: false).Shared == Count;
    }

    /// <summary>Whether <paramref name="other"/> has every element of this set and one more.</summary>
    public bool IsProperSubsetOf(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (ReferenceEquals(other, this)) return false;
        if (SameKind(other) is { } set) return Count < set.Count && AllIn(set);
        var (shared, strangers) = Compare(other, stopAtStranger: false);
        return shared == Count && strangers;
    }

    /// <summary>Whether this set has every element of <paramref name="other"/>.</summary>
    public bool IsSupersetOf(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (ReferenceEquals(other, this)) return true;
        if (SameKind(other) is { } set && set.Count > Count) return false;
        foreach (var item in other)
        {
            if (!Contains(item)) return false;
        }

        return true;
    }

    /// <summary>Whether this set has every element of <paramref name="other"/> and one more.</summary>
    public bool IsProperSupersetOf(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (Count == 0 || ReferenceEquals(other, this)) return false;
        if (SameKind(other) is { } set) return set.Count < Count && IsSupersetOf(set);
        var (shared, strangers) = Compare(other, stopAtStranger: true);
        return shared < Count && !strangers;
    }

    /// <summary>Whether the two have an element in common.</summary>
    public bool Overlaps(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (Count == 0) return false;
        if (ReferenceEquals(other, this)) return true;
        foreach (var item in other)
        {
            if (Contains(item)) return true;
        }

        return false;
    }

    /// <summary>Whether the two have the same elements.</summary>
    public bool SetEquals(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        if (ReferenceEquals(other, this)) return true;
        if (SameKind(other) is { } set) return Count == set.Count && AllIn(set);
        var (shared, strangers) = Compare(other, stopAtStranger: true);
        return shared == Count && !strangers;
    }

    /// <summary>Removes the elements that <paramref name="match"/> accepts, and returns how many.</summary>
    public int RemoveWhere(Predicate<T> match)
    {
        Throw.IfNull(match, nameof(match));
        var removed = 0;
        for (var i = 0; i < _used; i++)
        {
            if (EntryAt(i).Next < EndOfChain) continue;
            var value = EntryAt(i).Value;
            if (match(value) && Remove(value)) removed++;
        }

        return removed;
    }

    /// <summary>The other set when its idea of equality is this one's.</summary>
    private ChunkedHashSet<T>? SameKind(IEnumerable<T> other) =>
        other is ChunkedHashSet<T> set && set.Comparer.Equals(Comparer) ? set : null;

    private bool AllIn(ChunkedHashSet<T> set)
    {
        foreach (var item in this)
        {
            if (!set.Contains(item)) return false;
        }

        return true;
    }

    /// <summary>How many different elements of this set are in other, and whether other has one that this set has not.</summary>
    private (int Shared, bool Strangers) Compare(IEnumerable<T> other, bool stopAtStranger)
    {
        var marks = new Marks(_used);
        var shared = 0;
        var strangers = false;
        foreach (var item in other)
        {
            var index = Find(item);
            if (index >= 0)
            {
                if (marks.Set(index)) shared++;
            }
            else
            {
                strangers = true;
                if (stopAtStranger) break;
            }
        }

        return (shared, strangers);
    }

    private void RemoveUnless(Func<int, T, bool> keep)
    {
        for (var i = 0; i < _used; i++)
        {
            ref var entry = ref EntryAt(i);
            if (entry.Next >= EndOfChain && !keep(i, entry.Value)) RemoveEntry(i);
        }
    }
}
