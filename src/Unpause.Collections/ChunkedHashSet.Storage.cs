namespace Unpause.Collections;

/// <content>How the table grows and shrinks.</content>
public sealed partial class ChunkedHashSet<T>
{
    private const int FirstLimit = 8;

    /// <summary>Number of elements that fit without new storage.</summary>
    public int Capacity => _limit;

    /// <summary>Makes sure that <paramref name="capacity"/> elements fit, and returns how many do.</summary>
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

    /// <summary>Closes the gaps that removals left and frees storage beyond <paramref name="capacity"/> elements.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is less than <see cref="Count"/>.</exception>
    public void TrimExcess(int capacity)
    {
        if (capacity < Count) Throw.CapacityTooSmall(nameof(capacity));
        if (capacity >= _limit && _freeCount == 0) return;
        CloseGaps();
        _version++;
        _bucketLimit = _used;
        _entries.Cut(capacity);
        _hashes.Cut(CachesHash ? capacity : 0);
        if (_used == 0) _buckets = Buckets.Create();
        SetLimit(_used);
        if (capacity > 0) Reserve(capacity);
    }

    // Beyond 8,192 chunks there is a second directory, which the loops over a layout do not know.
    private void SetLimit(int limit)
    {
        _limit = limit;
        _layout = _limit == 0 || !KeyShape<T>.IsPlain || _comparer is not null ? Layout.Other
            : _buckets.Only.Length > 0 && _entries.Only.Length > 0 ? Layout.InOne
            : _buckets.ChunkCount <= _buckets.MakeNear().Length && _entries.Count <= _entries.MakeNear().Length ? Layout.InMany : Layout.Other;
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

        SetLimit((int)Math.Min(_bucketLimit, _entries.Room));
    }

    /// <summary>
    /// Makes buckets for what a span may bring, at least half as many more as there are, so that many short spans cost no more than
    /// single elements. What is allocated too much is bounded by the length of the input.
    /// </summary>
    private void PresizeFor(int more)
    {
        var wanted = (long)Count + more;
        if (wanted <= _bucketLimit) return;
        _entries.Grow(Math.Min(wanted, ChunkShape<Entry>.Length));
        if (CachesHash && _hashes.Room < _entries.Room) _hashes.Grow(_entries.Room);
        RelinkFor((int)Math.Min(int.MaxValue, Math.Max(wanted, _bucketLimit * 3L / 2)));
        SetLimit((int)Math.Min(_bucketLimit, _entries.Room));
    }

    private void Reserve(int capacity)
    {
        if (_entries.Room < capacity) _entries.Grow(capacity);
        if (CachesHash && _hashes.Room < _entries.Room) _hashes.Grow(_entries.Room);
        if (_bucketLimit < capacity || _bucketLimit == _used) RelinkFor(capacity);
        SetLimit((int)Math.Min(_bucketLimit, _entries.Room));
    }

    private void RelinkFor(int known) => Relink(known, Buckets.CountFor(known));

    /// <summary>
    /// Sets the number of buckets, enough for <paramref name="limit"/> entries, and chains all entries anew. Runs no code of the user.
    /// </summary>
    private void Relink(int limit, int buckets)
    {
        _buckets.Reset(buckets);
        _bucketLimit = limit;
        if (KeyShape<T>.IsPlain && _comparer is null && _freeCount == 0 && _buckets.ChunkCount <= _buckets.MakeNear().Length)
        {
            if (_buckets.Only.Length > 0) RelinkPlain(new InOne(this));
            else RelinkPlain(new InMany(this));
            return;
        }

        for (var i = 0; i < _used;)
        {
            var chunk = _entries[i >> ChunkShape<Entry>.Shift];
            var end = (int)Math.Min(_used, i + (long)ChunkShape<Entry>.Length);
            for (; i < end; i++)
            {
                ref var entry = ref chunk[i & ChunkShape<Entry>.Mask];
                if (entry.Next < EndOfChain) continue;
                ref var bucket = ref _buckets.Of(CachesHash ? HashAt(i) : entry.Value!.GetHashCode());
                entry.Next = bucket - 1;
                bucket = i + 1;
            }
        }
    }

    private void RelinkPlain<TLayout>(TLayout layout)
        where TLayout : struct, ILayout
    {
        var count = _buckets.Count;
        var multiplier = _buckets.Multiplier;
        for (var i = 0; i < _used;)
        {
            foreach (ref var entry in _entries[i >> ChunkShape<Entry>.Shift].AsSpan(0, Math.Min(ChunkShape<Entry>.Length, _used - i)))
            {
                ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)entry.Value!.GetHashCode(), count, multiplier));
                entry.Next = bucket - 1;
                bucket = ++i;
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

        if (ChunkShape<T>.HoldsReferences)
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
