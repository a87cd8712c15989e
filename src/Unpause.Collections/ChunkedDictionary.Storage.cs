namespace Unpause.Collections;

/// <content>How the table grows and shrinks.</content>
public sealed partial class ChunkedDictionary<TKey, TValue>
{
    private const int FirstLimit = 8;

    /// <summary>Number of pairs that fit without new storage.</summary>
    public int Capacity => _limit;

    /// <summary>Makes sure that <paramref name="capacity"/> pairs fit, and returns how many do.</summary>
    public int EnsureCapacity(int capacity)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        if (capacity <= _limit) return _limit;
        Reserve(capacity);
        _version++;
        return _limit;
    }

    /// <summary>Closes the gaps that removals left and frees spare storage.</summary>
    public void TrimExcess() => TrimExcess(Count);

    /// <summary>Closes the gaps that removals left and frees storage beyond <paramref name="capacity"/> pairs.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is less than <see cref="Count"/>.</exception>
    public void TrimExcess(int capacity)
    {
        if (capacity < Count) Throw.CapacityTooSmall(nameof(capacity));
        if (capacity >= _limit && _freeCount == 0) return;
        CloseGaps();
        _version++;
        _limit = _used;
        _bucketLimit = _used;
        _entries.Cut(capacity);
        _hashes.Cut(CachesHash ? capacity : 0);
        if (_used == 0) _buckets = Buckets.Create();
        if (capacity > 0) Reserve(capacity);
    }

    private void Expand()
    {
        if (_used == int.MaxValue) Throw.TooMany();
        if (_entries.Room <= _used) _entries.Grow(Math.Max(_used + 1L, FirstLimit));
        if (CachesHash && _hashes.Room < _entries.Room) _hashes.Grow(_entries.Room);
        if (_used >= _bucketLimit)
        {
            var limit = (int)Math.Min(int.MaxValue, Math.Max(FirstLimit, Growth.OfBuckets(_bucketLimit)));
            Relink(limit, Buckets.CountWhileGrowing(limit));
        }

        _limit = (int)Math.Min(_bucketLimit, _entries.Room);
    }

    private void Reserve(int capacity)
    {
        if (_entries.Room < capacity) _entries.Grow(capacity);
        if (CachesHash && _hashes.Room < _entries.Room) _hashes.Grow(_entries.Room);
        if (_bucketLimit < capacity || _bucketLimit == _used) RelinkFor(capacity);
        _limit = (int)Math.Min(_bucketLimit, _entries.Room);
    }

    private void RelinkFor(int known) => Relink(known, Buckets.CountFor(known));

    /// <summary>
    /// Sets the number of buckets, enough for <paramref name="limit"/> entries, and chains all entries anew. Runs no code of the user.
    /// </summary>
    private void Relink(int limit, int buckets)
    {
        _buckets.Reset(buckets);
        _bucketLimit = limit;
        for (var i = 0; i < _used;)
        {
            var chunk = _entries[i >> ChunkShape<Entry>.Shift];
            var end = (int)Math.Min(_used, i + (long)ChunkShape<Entry>.Length);
            for (; i < end; i++)
            {
                ref var entry = ref chunk[i & ChunkShape<Entry>.Mask];
                if (entry.Next < EndOfChain) continue;
                ref var bucket = ref _buckets.Of(CachesHash ? HashAt(i) : entry.Key.GetHashCode());
                entry.Next = bucket - 1;
                bucket = i + 1;
            }
        }
    }

    private void CloseGaps()
    {
        if (_freeCount == 0) return;
        var kept = 0;
        for (var i = 0; i < _used; i++)
        {
            ref var entry = ref EntryAt(i);
            if (entry.Next < EndOfChain) continue;
            if (CachesHash) HashAt(kept) = HashAt(i);
            EntryAt(kept++) = entry;
        }

        if (ChunkShape<Entry>.HoldsReferences)
        {
            for (var i = kept; i < _used; i++) EntryAt(i) = default;
        }

        _used = kept;
        _freeCount = 0;
        _freeList = EndOfChain;
        _buckets.Clear();
        for (var i = 0; i < _used; i++)
        {
            ref var bucket = ref _buckets.Of(HashOf(i));
            EntryAt(i).Next = bucket - 1;
            bucket = i + 1;
        }
    }
}
