using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The hash table: finding, adding, removing one pair. Each way of comparing has its own loop.</content>
public sealed partial class ChunkedDictionary<TKey, TValue>
{
    private enum IfPresent
    {
        Keep,
        Replace,
        Throw,
    }

    private bool Insert(TKey key, TValue value, IfPresent policy)
    {
        if (key is null) Throw.ArgumentNull(nameof(key));
        if (_bucketLimit == 0) Expand();
        var hash = Hash(key);
        var version = _version;
        ref var bucket = ref _buckets.Of(hash);
        var index = FindIn(key, hash, bucket - 1);
        if (index >= 0)
        {
            if (policy == IfPresent.Throw) Throw.DuplicateKey(key);
            if (policy == IfPresent.Replace) EntryAt(index).Value = value;
            return false;
        }

        // A comparer that adds to this very dictionary may have replaced the buckets.
        if (!KeyShape<TKey>.IsPlain && version != _version) bucket = ref _buckets.Of(hash);
        Link(ref bucket, key, value, hash);
        return true;
    }

    private int Find(TKey key)
    {
        if (key is null) Throw.ArgumentNull(nameof(key));
        if (_bucketLimit == 0) return -1;
        var hash = Hash(key);
        return FindIn(key, hash, _buckets.Of(hash) - 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Hash(TKey key)
    {
        if (typeof(TKey).IsValueType)
        {
            if (_comparer is null) return key.GetHashCode();
        }
#if NET
        else if (_comparer is null)
        {
            return StringHash.Of(Unsafe.As<TKey, string>(ref key));
        }
#endif
        return _comparer!.GetHashCode(key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindIn(TKey key, int hash, int index)
    {
        if (typeof(TKey).IsValueType)
        {
            if (_comparer is null) return FindByDefault(key, hash, index);
        }
#if NET
        else if (_comparer is null)
        {
            return FindString(Unsafe.As<TKey, string>(ref key), hash, index);
        }
#endif
        return FindByComparer(key, _comparer!, hash, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindByDefault(TKey key, int hash, int index)
    {
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref EntryAt(index);
            if ((KeyShape<TKey>.IsPlain || HashAt(index) == hash) && EqualityComparer<TKey>.Default.Equals(entry.Key, key)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }

#if NET
    private int FindString(string key, int hash, int index)
    {
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref EntryAt(index);
            if (HashAt(index) == hash && string.Equals(Unsafe.As<TKey, string>(ref entry.Key), key)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }
#endif

    private int FindByComparer(TKey key, IEqualityComparer<TKey> comparer, int hash, int index)
    {
        for (var steps = 0; index >= 0; steps++)
        {
            if (HashAt(index) == hash && comparer.Equals(EntryAt(index).Key, key)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = EntryAt(index).Next;
        }

        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Link(ref int bucket, TKey key, TValue value, int hash)
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
        entry.Key = key;
        entry.Value = value;
        if (CachesHash) HashAt(index) = hash;
        bucket = index + 1;
        _version++;
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
        if (ChunkShape<TKey>.HoldsReferences) removed.Key = default!;
        if (ChunkShape<TValue>.HoldsReferences) removed.Value = default!;
        _freeList = index;
        _freeCount++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int HashOf(int index) => CachesHash ? HashAt(index) : EntryAt(index).Key.GetHashCode();
}
