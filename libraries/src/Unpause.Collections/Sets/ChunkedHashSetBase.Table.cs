using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The hash table: finding, adding, removing one element. Each way of comparing has its own loop.</content>
public abstract partial class ChunkedHashSetBase<T>
{
    /// <summary>Adds one element; false when the set has an equal one.</summary>
    public bool Add(T item)
    {
        if (typeof(T).IsValueType && KeyShape<T>.IsPlain && _used < _limit && _freeCount == 0 && _comparer is null)
        {
            if (_layout == Layout.InMany) return AddSlim(item, new InMany<Slim>(_buckets.Near, _slim.Near), reusing: false);
            if (_layout == Layout.InOne) return AddSlim(item, new InOne<Slim>(_buckets.Only, _slim.Only), reusing: false);
        }
        else if (IsSlim && _freeCount > 0)
        {
            return AddReusing(item);
        }

        return AddAnyhow(item, 0, out _);
    }

    /// <summary>Removes the element equal to <paramref name="item"/>; false when there is none.</summary>
    public bool Remove(T item)
    {
        if (IsSlim && _layout == Layout.InMany) return RemoveSlim(item, new InMany<Slim>(_buckets.Near, _slim.Near));
        if (IsSlim && _layout == Layout.InOne) return RemoveSlim(item, new InOne<Slim>(_buckets.Only, _slim.Only));
        if (_bucketLimit == 0)
        {
            ThrowIfDisposed();
            return false;
        }

        if (RunsNoCallerCode)
        {
            var found = Find(item);
            if (found >= 0) RemoveEntry(found);
            return found >= 0;
        }

        var hash = HashByComparer(item);
        var index = FindByComparer(item, hash, Head(hash));

        // The comparer may have removed it, or the whole table.
        if ((uint)index >= (uint)_used) return false;
        ref var entry = ref _entries.Slot(index);
        if (entry.Next < EndOfChain || entry.Hash != hash) return false;
        RemoveEntry(index);
        return true;
    }

    /// <summary>Whether hash and equality are ours or the runtime's: then nothing changes while the table is searched.</summary>
    private bool RunsNoCallerCode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _comparer is null && (KeyShape<T>.IsPlain || !typeof(T).IsValueType);
    }

    private bool AddExpecting(T item, int coming) =>
        KeyShape<T>.IsPlain && (_used < _limit || _freeCount > 0) ? Add(item) : AddAnyhow(item, coming, out _);

    private bool AddAnyhow(T item, int coming, out int index)
    {
        if (IsSlim)
        {
            index = FindSlim(item);
            if (index >= 0) return false;
            index = Take(item!.GetHashCode(), coming, out var head);
            ref var slim = ref _slim.Slot(index);
            slim.Next = head;
            slim.Value = item;
            return true;
        }

#if NET
        if (!typeof(T).IsValueType && _comparer is null) return AddString(item, coming, out index);
#endif
        return AddByComparer(item, coming, out index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Find(T item)
    {
        if (typeof(T).IsValueType && KeyShape<T>.IsPlain && _comparer is null) return FindSlim(item);
        if (_bucketLimit == 0)
        {
            ThrowIfDisposed();
            return -1;
        }

#if NET
        // T is string then; asking typeof(T) in code shared by all reference types would cost a look-up at every call.
        if (!typeof(T).IsValueType && _comparer is null) return FindString(item);
#endif
        var hash = HashByComparer(item);
        return FindByComparer(item, hash, Head(hash));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindSlim(T item)
    {
        if (_layout == Layout.InMany) return FindSlim(item, new InMany<Slim>(_buckets.Near, _slim.Near));
        if (_layout == Layout.InOne) return FindSlim(item, new InOne<Slim>(_buckets.Only, _slim.Only));
        return FindSlimAnywhere(item);
    }

    private int FindSlimAnywhere(T item)
    {
        if (_layout == Layout.Anywhere) return FindSlim(item, new Anywhere<Slim>(_buckets, _slim));
        ThrowIfDisposed();
        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindSlim<TLayout>(T item, TLayout layout)
        where TLayout : struct, ILayout<Slim>
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

    private bool AddReusing(T item)
    {
        if (_layout == Layout.InMany) return AddSlim(item, new InMany<Slim>(_buckets.Near, _slim.Near), reusing: true);
        return AddSlim(item, new Anywhere<Slim>(_buckets, _slim), reusing: true);
    }

    /// <summary>Adds an element that is missing: in the place of a removed one, or where there is room for one more.</summary>
    /// <remarks>In one piece: with the linking apart, as in a dictionary, a set of 500 takes a tenth longer to build.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool AddSlim<TLayout>(T item, TLayout layout, bool reusing)
        where TLayout : struct, ILayout<Slim>
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

        var place = reusing ? _freeList : used;
        ref var added = ref layout.Entry(place);
        if (reusing)
        {
            _freeList = StartOfFreeList - added.Next;
            _freeCount--;
        }
        else
        {
            _used = used + 1;
        }

        added.Next = first;
        added.Value = item;
        bucket = place + 1;
        _version++;
        return true;
    }

#if NET
    private int FindString(T item)
    {
        var text = Unsafe.As<T, string?>(ref item);
        var hash = text is null ? 0 : StringHash.Compute(text);
        return FindString(text, hash, _buckets.GetBucket(hash) - 1);
    }

    private bool AddString(T item, int coming, out int index)
    {
        if (_bucketLimit == 0) Expand(coming);
        var text = Unsafe.As<T, string?>(ref item);
        var hash = text is null ? 0 : StringHash.Compute(text);
        ref var bucket = ref _buckets.GetBucket(hash);
        index = FindString(text, hash, bucket - 1);
        if (index >= 0) return false;
        if (_freeCount > 0 || _used >= _limit)
        {
            index = Link(item, hash, coming);
            return true;
        }

        index = _used;
        ref var entry = ref _entries.Slot(index);
        entry.Next = bucket - 1;
        entry.Hash = hash;
        entry.Value = item;
        bucket = index + 1;
        _used = index + 1;
        _version++;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindString(string? text, int hash, int index)
    {
        var only = _entries.Only;
        if (only.Length > 0)
        {
            for (var steps = 0; index >= 0; steps++)
            {
                ref var entry = ref only[index];
                if (entry.Hash == hash && string.Equals(Unsafe.As<T, string?>(ref entry.Value), text)) return index;
                if (steps > _used) Throw.ConcurrentUse();
                index = entry.Next;
            }

            return -1;
        }

        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref _entries[index >> ChunkShape<Entry>.Shift][index & ChunkShape<Entry>.Mask];
            if (entry.Hash == hash && string.Equals(Unsafe.As<T, string?>(ref entry.Value), text)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }
#endif

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int HashByComparer(T item)
    {
        if (typeof(T).IsValueType && _comparer is null) return item!.GetHashCode();
        return item is null ? 0 : _comparer!.GetHashCode(item);
    }

    private int Head(int hash) => _bucketLimit == 0 ? -1 : _buckets.GetBucket(hash) - 1;

    /// <summary>
    /// Searches a chain with the caller's code, which may change this very set. A chain goes on where it did, as in a HashSet, unless
    /// entries moved: then the search begins anew. An index that it returns may be gone by then, so it is to be held against _used.
    /// </summary>
    private int FindByComparer(T item, int hash, int index)
    {
        var shape = _shape;
        var found = false;
        var moves = 0;
        for (var steps = 0; (uint)index < (uint)_used; steps++)
        {
            ref var entry = ref _entries.Slot(index);
            if (entry.Hash == hash && IsSame(entry.Value, item))
            {
                if (shape == _shape) return index;
                found = true;
            }

            if (shape == _shape)
            {
                if (steps > _used) Throw.ConcurrentUse();
                index = entry.Next;
            }
            else
            {
                if (moves++ > MaxMoves) Throw.ConcurrentUse();
                shape = _shape;
                steps = 0;
                index = Head(hash);
            }
        }

        return found ? Gone : -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsSame(T entry, T item)
    {
        if (typeof(T).IsValueType && _comparer is null) return EqualityComparer<T>.Default.Equals(entry, item);
        return _comparer!.Equals(entry, item);
    }

    private bool AddByComparer(T item, int coming, out int index)
    {
        var hash = HashByComparer(item);
        index = FindByComparer(item, hash, Head(hash));
        if (index >= 0) return false;
        index = Link(item, hash, coming);
        return true;
    }

    private int Link(T item, int hash, int coming)
    {
        var index = Take(hash, coming, out var head);
        ref var entry = ref _entries.Slot(index);
        entry.Next = head;
        entry.Hash = hash;
        entry.Value = item;
        return index;
    }

    /// <summary>Takes a free entry, makes it its chain's first, and tells which one was first. Runs no code of the caller.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Take(int hash, int coming, out int head)
    {
        int index;
        if (_freeCount > 0)
        {
            index = _freeList;
            _freeList = StartOfFreeList - NextAt(index);
            _freeCount--;
        }
        else
        {
            if (_used >= _limit) Expand(coming);
            index = _used++;
        }

        ref var bucket = ref _buckets.GetBucket(hash);
        head = bucket - 1;
        bucket = index + 1;
        _version++;
        return index;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool RemoveSlim<TLayout>(T item, TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        ref var link = ref layout.Bucket(Buckets.Remainder((uint)item!.GetHashCode(), _buckets.Count, _buckets.Multiplier));
        var index = link - 1;
        var previous = EndOfChain;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<T>.Default.Equals(entry.Value, item))
            {
                if (previous < 0) link = entry.Next + 1;
                else layout.Entry(previous).Next = entry.Next;
                entry.Next = StartOfFreeList - _freeList;
                _freeList = index;
                _freeCount++;
                return true;
            }

            if (steps > _used) Throw.ConcurrentUse();
            previous = index;
            index = entry.Next;
        }

        return false;
    }

    /// <summary>Takes an entry out of its chain. Runs no code of the caller.</summary>
    private void RemoveEntry(int index)
    {
        var next = NextAt(index);
        ref var link = ref _buckets.GetBucket(HashAt(index));
        if (link == index + 1)
        {
            link = next + 1;
        }
        else
        {
            var previous = link - 1;
            for (var steps = 0; NextAt(previous) != index; steps++)
            {
                if (steps > _used) Throw.ConcurrentUse();
                previous = NextAt(previous);
            }

            NextAt(previous) = next;
        }

        NextAt(index) = StartOfFreeList - _freeList;
        if (ChunkShape<T>.HoldsReferences) ValueAt(index) = default!;
        _freeList = index;
        _freeCount++;
    }
}
