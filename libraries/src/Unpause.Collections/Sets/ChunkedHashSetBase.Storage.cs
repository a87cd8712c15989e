namespace Unpause.Collections;

/// <content>How the table grows and shrinks. Nothing here runs code of the user.</content>
public abstract partial class ChunkedHashSetBase<T>
{
    private const int FirstLimit = 8;

    /// <summary>Number of elements that fit without new storage.</summary>
    public int Capacity
    {
        get
        {
            ThrowIfDisposed();
            return _limit;
        }
    }

    private long Room => IsSlim ? _slim.Room : _entries.Room;

    /// <summary>Makes sure that <paramref name="capacity"/> elements fit, and returns how many do.</summary>
    public int EnsureCapacity(int capacity)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        ThrowIfDisposed();
        if (capacity > _limit)
        {
            StepCalmly();
            Reserve(capacity);
        }

        return _limit;
    }

    /// <summary>Closes the gaps that removals left and frees spare storage.</summary>
    public void TrimExcess() => TrimExcess(Count);

    /// <summary>Closes the gaps that removals left and frees storage beyond <paramref name="capacity"/> elements.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is less than <see cref="Count"/>.</exception>
    public void TrimExcess(int capacity)
    {
        if (capacity < Count) Throw.CapacityTooSmall(nameof(capacity));
        if ((capacity >= _limit && _freeCount == 0) || _walks > 0) return;
        _version++;
        BeginMoving();
        CloseGaps();
        if (IsSlim) _slim.Cut(capacity, _lending?.Slim);
        else _entries.Cut(capacity, _lending?.Entries);
        _bucketLimit = _used;
        SetLimit();
        if (capacity > 0) Reserve(capacity);
        else Release();
    }

    /// <summary>What is read at places in the table must be read anew from now on.</summary>
    private void BeginMoving()
    {
        _shape++;
        if (_layout != Layout.None) _layout = Layout.Anywhere;
    }

    private void SetLimit()
    {
        _limit = (int)Math.Min(_bucketLimit, Room);
        if (_buckets.ChunkCount == 0)
        {
            _layout = Layout.None;
        }
        else if (IsSlim)
        {
            _layout = _buckets.Only.Length > 0 && _slim.Only.Length > 0 ? Layout.InOne
                : _buckets.ChunkCount <= _buckets.MakeNear().Length && _slim.Count <= _slim.MakeNear().Length ? Layout.InMany
                : Layout.Anywhere;
        }
        else
        {
            _layout = _buckets.Only.Length > 0 && _entries.Only.Length > 0 ? Layout.InOne
                : _buckets.ChunkCount <= _buckets.MakeNear().Length && _entries.Count <= _entries.MakeNear().Length ? Layout.InMany
                : Layout.Anywhere;
        }
    }

    private void GrowEntries(long needed)
    {
        if (IsSlim) _slim.Grow(needed, _lending?.Slim);
        else _entries.Grow(needed, _lending?.Entries);
    }

    /// <summary>
    /// Makes room for one more element. Where a source of known length may bring <paramref name="coming"/> more, buckets are made for
    /// those, at least half as many more as there are, so that many short sources cost no more than single elements. What is allocated
    /// too much is bounded by the length of the source.
    /// </summary>
    private void Expand(int coming)
    {
        ThrowIfDisposed();
        if (_used == int.MaxValue) Throw.TooMany();
        _version++;
        BeginMoving();
        var wanted = Math.Min(_used + 1L + coming, int.MaxValue);
        var atOnce = coming > 0 ? Math.Min(wanted, EntriesInAChunk) : FirstLimit;
        if (Room <= _used) GrowEntries(Math.Max(_used + 1L, atOnce));
        if (_used >= _bucketLimit)
        {
            if (coming > 0)
            {
                RelinkFor((int)Math.Min(int.MaxValue, Math.Max(wanted, _bucketLimit * 3L / 2)));
            }
            else
            {
                var limit = (int)Math.Min(int.MaxValue, Math.Max(FirstLimit, Growth.OfBuckets(_bucketLimit)));
                Relink(limit, Buckets.CountWhileGrowing(limit));
            }
        }

        SetLimit();
    }

    private static int EntriesInAChunk => KeyShape<T>.IsPlain ? ChunkShape<Slim>.Length : ChunkShape<Entry>.Length;

    private void Reserve(int capacity)
    {
        BeginMoving();
        if (Room < capacity) GrowEntries(capacity);
        if (_bucketLimit < capacity || _bucketLimit == _used) RelinkFor(capacity);
        SetLimit();
    }

    /// <summary>Forgets the storage of an empty table, and gives it back to where it came from.</summary>
    private void Release()
    {
        _limit = 0;
        _bucketLimit = 0;
        _layout = Layout.None;
        _buckets.Release(_lending?.Buckets);
        _slim.Truncate(0, _lending?.Slim);
        _entries.Truncate(0, _lending?.Entries);
    }

    /// <summary>Makes an empty set a copy of one whose elements have the same hashes here.</summary>
    private void CopyFrom(ChunkedHashSetBase<T> source)
    {
        var count = source.Count;
        if (count == 0) return;
        BeginMoving();
        var isTight = source._freeCount == 0 && source._bucketLimit / 4 <= count;
        if (isTight)
        {
            if (IsSlim) _slim = source._slim.Copy(count, _lending?.Slim);
            else _entries = source._entries.Copy(count, _lending?.Entries);
            _buckets = source._buckets.Copy(_lending?.Buckets);
            _bucketLimit = source._bucketLimit;
            _used = count;
        }
        else
        {
            GrowEntries(count);
            for (var i = 0; i < source._used; i++)
            {
                if (source.NextAt(i) < EndOfChain) continue;
                if (IsSlim) _slim.Slot(_used++) = source._slim.Slot(i);
                else _entries.Slot(_used++) = source._entries.Slot(i);
                NextAt(_used - 1) = EndOfChain;
            }

            RelinkFor(count);
        }

        SetLimit();
    }

    private void RelinkFor(int known) => Relink(known, Buckets.CountFor(known));

    /// <summary>Sets the number of buckets, enough for <paramref name="limit"/> entries, and chains all entries anew.</summary>
    private void Relink(int limit, int buckets)
    {
        _buckets.Reset(buckets, _lending?.Buckets);
        _bucketLimit = limit;
        if (_used == 0) return;
        if (!IsSlim) RelinkEntries();
        else if (_freeCount > 0) RelinkSlim(new Anywhere<Slim>(_buckets, _slim));
        else if (_buckets.Only.Length > 0) RelinkSlim(new InOne<Slim>(_buckets.Only, []));
        else if (_buckets.ChunkCount <= _buckets.MakeNear().Length) RelinkSlim(new InMany<Slim>(_buckets.Near, []));
        else RelinkSlim(new Anywhere<Slim>(_buckets, _slim));
    }

    private void RelinkEntries()
    {
        for (var i = 0; i < _used;)
        {
            var chunk = _entries[i >> ChunkShape<Entry>.Shift];
            var end = (int)Math.Min(_used, i + (long)ChunkShape<Entry>.Length);
            for (; i < end; i++)
            {
                ref var entry = ref chunk[i & ChunkShape<Entry>.Mask];
                if (entry.Next < EndOfChain) continue;
                ref var bucket = ref _buckets.GetBucket(entry.Hash);
                entry.Next = bucket - 1;
                bucket = i + 1;
            }
        }
    }

    private void RelinkSlim<TLayout>(TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        var count = _buckets.Count;
        var multiplier = _buckets.Multiplier;
        var gaps = _freeCount > 0;
        for (var i = 0; i < _used;)
        {
            foreach (ref var entry in _slim[i >> ChunkShape<Slim>.Shift].AsSpan(0, Math.Min(ChunkShape<Slim>.Length, _used - i)))
            {
                i++;
                if (gaps && entry.Next < EndOfChain) continue;
                ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)entry.Value!.GetHashCode(), count, multiplier));
                entry.Next = bucket - 1;
                bucket = i;
            }
        }
    }

    private void CloseGaps()
    {
        if (_freeCount == 0) return;
        var kept = 0;
        for (var i = 0; i < _used; i++)
        {
            if (NextAt(i) < EndOfChain) continue;
            if (IsSlim) _slim.Slot(kept++) = _slim.Slot(i);
            else _entries.Slot(kept++) = _entries.Slot(i);
        }

        if (ChunkShape<T>.HoldsReferences && !IsSlim)
        {
            for (var i = kept; i < _used; i++) _entries.Slot(i) = default;
        }

        _used = kept;
        _freeCount = 0;
        _freeList = EndOfChain;
        _buckets.Clear();
        for (var i = 0; i < _used; i++)
        {
            ref var bucket = ref _buckets.GetBucket(HashAt(i));
            NextAt(i) = bucket - 1;
            bucket = i + 1;
        }
    }
}
