using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The hash table: finding, adding, removing one element. Each way of comparing has its own loop.</content>
public sealed partial class ChunkedHashSet<T>
{
    /// <summary>Adds one element; false when the set has an equal one.</summary>
    public bool Add(T item)
    {
        if (typeof(T).IsValueType && KeyShape<T>.IsPlain && _used < _limit && _freeCount == 0)
        {
            if (_layout == Layout.InMany) return AddPlain(item, new InMany(this));
            if (_layout == Layout.InOne) return AddPlain(item, new InOne(this));
        }

        return AddAnyhow(item);
    }

    /// <summary>Removes the element equal to <paramref name="item"/>; false when there is none.</summary>
    public bool Remove(T item)
    {
        var index = Find(item);
        if (index < 0) return false;
        RemoveEntry(index);
        return true;
    }

    private bool AddAnyhow(T item)
    {
        if (_bucketLimit == 0) Expand();
        if (typeof(T).IsValueType)
        {
            if (_comparer is null) return AddByDefault(item);
        }
#if NET
        else if (_comparer is null)
        {
            return AddString(item);
        }
#endif
        return AddByComparer(item, _comparer!);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Find(T item)
    {
        if (typeof(T).IsValueType && KeyShape<T>.IsPlain)
        {
            if (_layout == Layout.InMany) return FindPlain(item, new InMany(this));
            if (_layout == Layout.InOne) return FindPlain(item, new InOne(this));
        }

        if (_bucketLimit == 0) return -1;
        if (typeof(T).IsValueType)
        {
            if (_comparer is null) return FindByDefault(item);
        }
#if NET
        else if (_comparer is null)
        {
            return FindString(item);
        }
#endif
        return FindByComparer(item, _comparer!);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindPlain<TLayout>(T item, TLayout layout)
        where TLayout : struct, ILayout
    {
        var index = layout.Bucket(Buckets.Remainder((uint)item!.GetHashCode(), _buckets.Count, _buckets.Multiplier)) - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<T>.Default.Equals(entry.Value, item)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }

    private int FindByDefault(T item)
    {
        var hash = item!.GetHashCode();
        var index = _buckets.Of(hash) - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref EntryAt(index);
            if ((KeyShape<T>.IsPlain || HashAt(index) == hash) && EqualityComparer<T>.Default.Equals(entry.Value, item)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool AddPlain<TLayout>(T item, TLayout layout)
        where TLayout : struct, ILayout
    {
        var used = _used;
        ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)item!.GetHashCode(), _buckets.Count, _buckets.Multiplier));
        var first = bucket - 1;
        var index = first;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<T>.Default.Equals(entry.Value, item)) return false;
            if (steps > used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        ref var added = ref layout.Entry(used);
        added.Next = first;
        added.Value = item;
        bucket = used + 1;
        _used = used + 1;
        _version++;
        return true;
    }

    private bool AddByDefault(T item)
    {
        var hash = item!.GetHashCode();
        var version = _version;
        ref var bucket = ref _buckets.Of(hash);
        var index = bucket - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref EntryAt(index);
            if ((KeyShape<T>.IsPlain || HashAt(index) == hash) && EqualityComparer<T>.Default.Equals(entry.Value, item)) return false;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        // An Equals that adds to this very set may have replaced the buckets.
        if (!KeyShape<T>.IsPlain && version != _version) bucket = ref _buckets.Of(hash);
        Link(ref bucket, item, hash);
        return true;
    }

#if NET
    // T is string here; asking typeof(T) in code shared by all reference types would cost a look-up at every call.
    private int FindString(T item)
    {
        var text = Unsafe.As<T, string?>(ref item);
        var hash = text is null ? 0 : StringHash.Of(text);
        return FindString(text, hash, _buckets.Of(hash) - 1);
    }

    private bool AddString(T item)
    {
        var text = Unsafe.As<T, string?>(ref item);
        var hash = text is null ? 0 : StringHash.Of(text);
        ref var bucket = ref _buckets.Of(hash);
        if (FindString(text, hash, bucket - 1) >= 0) return false;
        Link(ref bucket, item, hash);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindString(string? text, int hash, int index)
    {
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref EntryAt(index);
            if (HashAt(index) == hash && string.Equals(Unsafe.As<T, string?>(ref entry.Value), text)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }
#endif

    private int FindByComparer(T item, IEqualityComparer<T> comparer)
    {
        var hash = item is null ? 0 : comparer.GetHashCode(item);
        return FindByComparer(item, comparer, hash, _buckets.Of(hash) - 1);
    }

    private bool AddByComparer(T item, IEqualityComparer<T> comparer)
    {
        var hash = item is null ? 0 : comparer.GetHashCode(item);
        ref var bucket = ref _buckets.Of(hash);
        var version = _version;
        if (FindByComparer(item, comparer, hash, bucket - 1) >= 0) return false;

        // A comparer that adds to this very set may have replaced the buckets.
        if (version != _version) bucket = ref _buckets.Of(hash);
        Link(ref bucket, item, hash);
        return true;
    }

    private int FindByComparer(T item, IEqualityComparer<T> comparer, int hash, int index)
    {
        for (var steps = 0; index >= 0; steps++)
        {
            if (HashAt(index) == hash && comparer.Equals(EntryAt(index).Value, item)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = EntryAt(index).Next;
        }

        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Link(ref int bucket, T item, int hash)
    {
        int index;
        if (_freeCount > 0)
        {
            index = _freeList;
            _freeList = StartOfFreeList - EntryAt(index).Next;
            _freeCount--;
        }
        else
        {
            if (_used >= _limit)
            {
                Expand();
                bucket = ref _buckets.Of(hash);
            }

            index = _used++;
        }

        ref var entry = ref EntryAt(index);
        entry.Next = bucket - 1;
        entry.Value = item;
        if (CachesHash) HashAt(index) = hash;
        bucket = index + 1;
        _version++;
        return index;
    }

    /// <summary>Takes an entry out of its chain. Runs no code of the user.</summary>
    private void RemoveEntry(int index)
    {
        ref var removed = ref EntryAt(index);
        ref var link = ref _buckets.Of(HashOf(index));
        if (link == index + 1)
        {
            link = removed.Next + 1;
        }
        else
        {
            var previous = link - 1;
            for (var steps = 0; EntryAt(previous).Next != index; steps++)
            {
                if (steps > _used) Throw.ConcurrentUse();
                previous = EntryAt(previous).Next;
            }

            EntryAt(previous).Next = removed.Next;
        }

        removed.Next = StartOfFreeList - _freeList;
        if (ChunkShape<T>.HoldsReferences) removed.Value = default!;
        _freeList = index;
        _freeCount++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int HashOf(int index) => CachesHash ? HashAt(index) : EntryAt(index).Value!.GetHashCode();
}
