namespace Unpause.Collections;

/// <content>The laws of ISet. <c>other</c> may be this set, lazy, have duplicates or another comparer.</content>
public abstract partial class ChunkedHashSetBase<T>
{
    /// <summary>Keeps only the elements that <paramref name="other"/> has too.</summary>
    public void IntersectWith(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        if (Count == 0 || ReferenceEquals(other, this)) return;
        if (other is ICollection<T> { Count: 0 })
        {
            Clear();
            return;
        }

        if (SameSet(other) is { } set)
        {
            RemoveWhere(value => !set.Contains(value));
            return;
        }

        // What the source's code adds meanwhile has no mark and stays, as in a HashSet.
        var count = _used;
        var marks = new Marks(count);
        Interlocked.Increment(ref _walks);
        try
        {
            foreach (var item in other) marks.Set(Find(item));
            for (var i = 0; i < count && i < _used; i++)
            {
                if (NextAt(i) >= EndOfChain && !marks.Has(i)) Remove(ValueAt(i));
            }
        }
        finally
        {
            Interlocked.Decrement(ref _walks);
        }
    }

    /// <summary>Removes the elements that <paramref name="other"/> has.</summary>
    public void ExceptWith(IEnumerable<T> other)
    {
        ThrowIfBad(other);
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
        ThrowIfBad(other);
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }

        if (Count == 0)
        {
            UnionWith(other);
            return;
        }

        if (SameSet(other) is { } set)
        {
            foreach (var item in set)
            {
                if (!Remove(item)) Add(item);
            }

            return;
        }

        // One pass, so that a source that throws leaves what it leaves in a HashSet. What came from it is not to go at its second time.
        var count = _used;
        var added = new Marks(count);
        var leaving = new Marks(count);
        Interlocked.Increment(ref _walks);
        try
        {
            foreach (var item in other)
            {
                if (AddAnyhow(item, 0, out var index)) added.Set(index);
                else if (!added.Has(index)) leaving.Set(index);
            }

            for (var i = 0; i < count && i < _used; i++)
            {
                if (leaving.Has(i) && NextAt(i) >= EndOfChain) Remove(ValueAt(i));
            }
        }
        finally
        {
            Interlocked.Decrement(ref _walks);
        }
    }

    /// <summary>Whether <paramref name="other"/> has every element of this set.</summary>
    public bool IsSubsetOf(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        if (Count == 0 || ReferenceEquals(other, this)) return true;
        if (other is ICollection<T> { Count: var count } && count < Count) return false;
        if (SameSet(other) is { } set) return AllIn(set);
        return Compare(other, stopAtStranger: false).Shared == Count;
    }

    /// <summary>Whether <paramref name="other"/> has every element of this set and one more.</summary>
    public bool IsProperSubsetOf(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        if (ReferenceEquals(other, this)) return false;
        if (other is ICollection<T> { Count: var count })
        {
            if (count <= Count) return false;
            if (Count == 0) return true;
        }

        if (SameSet(other) is { } set) return AllIn(set);

        // To no elements the first is a stranger, and enough.
        var (shared, strangers) = Compare(other, stopAtStranger: Count == 0);
        return shared == Count && strangers;
    }

    /// <summary>Whether this set has every element of <paramref name="other"/>.</summary>
    public bool IsSupersetOf(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        if (ReferenceEquals(other, this) || other is ICollection<T> { Count: 0 }) return true;
        if (SameSet(other) is { } set && set.Count > Count) return false;
        foreach (var item in other)
        {
            if (!Contains(item)) return false;
        }

        return true;
    }

    /// <summary>Whether this set has every element of <paramref name="other"/> and one more.</summary>
    public bool IsProperSupersetOf(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        if (Count == 0 || ReferenceEquals(other, this)) return false;
        if (other is ICollection<T> { Count: 0 }) return true;
        if (SameSet(other) is { } set) return set.Count < Count && IsSupersetOf(set);
        var (shared, strangers) = Compare(other, stopAtStranger: true);
        return shared < Count && !strangers;
    }

    /// <summary>Whether the two have an element in common.</summary>
    public bool Overlaps(IEnumerable<T> other)
    {
        ThrowIfBad(other);
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
        ThrowIfBad(other);
        if (ReferenceEquals(other, this)) return true;
        if (other is ICollection<T> { Count: var count })
        {
            if (Count == 0) return count == 0;
            if (count < Count) return false;
        }

        if (SameSet(other) is { } set) return Count == set.Count && AllIn(set);
        var (shared, strangers) = Compare(other, stopAtStranger: true);
        return shared == Count && !strangers;
    }

    /// <summary>Removes the elements that <paramref name="match"/> accepts, and returns how many.</summary>
    public int RemoveWhere(Predicate<T> match)
    {
        Throw.IfNull(match, nameof(match));
        ThrowIfDisposed();
        var removed = 0;
        Interlocked.Increment(ref _walks);
        try
        {
            for (var i = 0; i < _used; i++)
            {
                if (NextAt(i) < EndOfChain) continue;
                var value = ValueAt(i);
                if (match(value) && Remove(value)) removed++;
            }
        }
        finally
        {
            Interlocked.Decrement(ref _walks);
        }

        return removed;
    }

    private bool IsSameKind(ChunkedHashSetBase<T> set) => Equals(_comparer, set._comparer);

    /// <summary>The other set, ours or a standard one, when its idea of equality is this one's.</summary>
    private ISet<T>? SameSet(IEnumerable<T> other) => other switch
    {
        ChunkedHashSetBase<T> set when IsSameKind(set) => set,
        HashSet<T> set when set.Comparer.Equals(Comparer) => set,
        _ => null,
    };

    private bool AllIn(ISet<T> set)
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
        if (_used == 0)
        {
            // As a HashSet that never held anything or was cleared: no comparer is asked.
            using var first = other.GetEnumerator();
            return (0, first.MoveNext());
        }

        var marks = new Marks(_used);
        var shared = 0;
        var strangers = false;
        Interlocked.Increment(ref _walks);
        try
        {
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
        }
        finally
        {
            Interlocked.Decrement(ref _walks);
        }

        return (shared, strangers);
    }
}
