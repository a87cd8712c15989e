using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>The hash table: finding, adding, removing one pair. Each way of comparing has its own loop.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    private enum IfPresent
    {
        Keep,
        Replace,
        Throw,
    }

    /// <summary>Whether hash and equality are ours or the runtime's: then nothing changes while the table is searched.</summary>
    private bool RunsNoCallerCode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _comparer is null && (KeyShape<TKey>.IsPlain || !typeof(TKey).IsValueType);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryGet(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (typeof(TKey).IsValueType && KeyShape<TKey>.IsPlain && _comparer is null)
        {
            if (_layout == Layout.InMany) return TryGetSlim(key, new InMany<Slim>(_buckets.Near, _slim.Near), out value);
            if (_layout == Layout.InOne) return TryGetSlim(key, new InOne<Slim>(_buckets.Only, _slim.Only), out value);
        }
#if NET
        else if (!typeof(TKey).IsValueType && _comparer is null)
        {
            return TryGetString(key, out value);
        }
#endif

        return TryGetAnyhow(key, out value);
    }

    private bool TryGetAnyhow(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        var index = HasNoTable(key) ? -1 : Find(key, out _);

        // An Equals that says yes may have cleared the dictionary before.
        value = (uint)index < (uint)_used ? ValueAt(index) : default;
        return index >= 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryGetSlim<TLayout>(TKey key, TLayout layout, [MaybeNullWhen(false)] out TValue value)
        where TLayout : struct, ILayout<Slim>
    {
        var index = layout.Bucket(Buckets.Remainder((uint)key.GetHashCode(), _buckets.Count, _buckets.Multiplier)) - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<TKey>.Default.Equals(entry.Key, key))
            {
                value = entry.Value;
                return true;
            }

            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        value = default;
        return false;
    }

#if NET
    // TKey is string here; asking typeof(TKey) in code shared by all reference types would cost a look-up at every call.
    private bool TryGetString(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (key is null) Throw.ArgumentNull(nameof(key));
        if (_bucketLimit == 0)
        {
            ThrowIfDisposed();
            value = default;
            return false;
        }

        var text = Unsafe.As<TKey, string>(ref key);
        var hash = StringHash.Compute(text);
        ref var entry = ref FindString(text, hash, _buckets.GetBucket(hash) - 1, out _);
        var found = !Unsafe.IsNullRef(ref entry);
        value = found ? entry.Value : default;
        return found;
    }

    private bool InsertString(TKey key, TValue value, IfPresent policy)
    {
        if (key is null) Throw.ArgumentNull(nameof(key));
        if (_bucketLimit == 0) Expand();
        var text = Unsafe.As<TKey, string>(ref key);
        var hash = StringHash.Compute(text);
        ref var bucket = ref _buckets.GetBucket(hash);
        ref var entry = ref FindString(text, hash, bucket - 1, out _);
        if (!Unsafe.IsNullRef(ref entry))
        {
            if (policy == IfPresent.Throw) Throw.DuplicateKey(key);
            if (policy == IfPresent.Replace) entry.Value = value;
            return false;
        }

        if (_freeCount > 0 || _used >= _limit)
        {
            Link(key, value, hash);
            return true;
        }

        var index = _used;
        entry = ref _entries.Slot(index);
        entry.Next = bucket - 1;
        entry.Hash = hash;
        entry.Key = key;
        entry.Value = value;
        bucket = index + 1;
        _used = index + 1;
        _version++;
        return true;
    }
#endif

    private bool Insert(TKey key, TValue value, IfPresent policy)
    {
        if (typeof(TKey).IsValueType && KeyShape<TKey>.IsPlain && _comparer is null)
        {
            if (_layout == Layout.InMany) return InsertSlim(key, value, policy, new InMany<Slim>(_buckets.Near, _slim.Near));
            if (_layout == Layout.InOne) return InsertSlim(key, value, policy, new InOne<Slim>(_buckets.Only, _slim.Only));
        }
#if NET
        else if (!typeof(TKey).IsValueType && _comparer is null)
        {
            return InsertString(key, value, policy);
        }
#endif

        var index = Find(key, out var hash);
        if (index >= 0)
        {
            if (policy == IfPresent.Throw) Throw.DuplicateKey(key);
            if (policy == IfPresent.Replace && index < _used) ValueAt(index) = value;
            return false;
        }

        Link(key, value, hash);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool InsertSlim<TLayout>(TKey key, TValue value, IfPresent policy, TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)key.GetHashCode(), _buckets.Count, _buckets.Multiplier));
        var index = bucket - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<TKey>.Default.Equals(entry.Key, key))
            {
                if (policy == IfPresent.Replace) entry.Value = value;
                else if (policy == IfPresent.Throw) Throw.DuplicateKey(key);
                return false;
            }

            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        AddSlim(key, ref bucket, layout) = value;
        return true;
    }

    /// <summary>The value of a key, which is added when it is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue SlimValue<TLayout>(TKey key, TLayout layout, out bool exists)
        where TLayout : struct, ILayout<Slim>
    {
        ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)key.GetHashCode(), _buckets.Count, _buckets.Multiplier));
        var index = bucket - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<TKey>.Default.Equals(entry.Key, key))
            {
                exists = true;
                return ref entry.Value;
            }

            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        exists = false;
        ref TValue added = ref AddSlim(key, ref bucket, layout);
        added = default!;
        return ref added;
    }

    /// <summary>The value of a key that is missing and is added: in the place of a removed one, or behind the last.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref TValue AddSlim<TLayout>(TKey key, ref int bucket, TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        var index = _used;
        if (_freeCount > 0)
        {
            index = _freeList;
            _freeList = StartOfFreeList - layout.Entry(index).Next;
            _freeCount--;
        }
        else
        {
            if (index >= _limit) return ref AddSlimToMore(key);
            _used = index + 1;
        }

        ref var entry = ref layout.Entry(index);
        entry.Next = bucket - 1;
        entry.Key = key;
        bucket = index + 1;
        _version++;
        return ref entry.Value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref TValue AddSlimToMore(TKey key) => ref ValueAt(Link(key, default!, key.GetHashCode()));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Has(TKey key)
    {
        if (typeof(TKey).IsValueType && KeyShape<TKey>.IsPlain && _comparer is null)
        {
            if (_layout == Layout.InMany) return FindSlim(key, new InMany<Slim>(_buckets.Near, _slim.Near)) >= 0;
            if (_layout == Layout.InOne) return FindSlim(key, new InOne<Slim>(_buckets.Only, _slim.Only)) >= 0;
        }
#if NET
        else if (!typeof(TKey).IsValueType && _comparer is null)
        {
            return TryGetString(key, out _);
        }
#endif

        return !HasNoTable(key) && Find(key, out _) >= 0;
    }

    /// <summary>Whether there is nothing to look into: then no comparer is asked for a hash, as in a Dictionary.</summary>
    private bool HasNoTable(TKey key)
    {
        if (_bucketLimit > 0) return false;
        if (key is null) Throw.ArgumentNull(nameof(key));
        ThrowIfDisposed();
        return true;
    }

    /// <summary>
    /// Where a key is, or -1. Where the caller's code compares, an index may be gone by the time that this returns, so it is to be held
    /// against _used.
    /// </summary>
    private int Find(TKey key, out int hash)
    {
        if (key is null) Throw.ArgumentNull(nameof(key));
        if (_bucketLimit == 0) ThrowIfDisposed();
        if (IsSlim)
        {
            hash = key.GetHashCode();
            if (_layout == Layout.InMany) return FindSlim(key, new InMany<Slim>(_buckets.Near, _slim.Near));
            if (_layout == Layout.InOne) return FindSlim(key, new InOne<Slim>(_buckets.Only, _slim.Only));
            return _bucketLimit == 0 ? -1 : FindSlim(key, new Anywhere<Slim>(_buckets, _slim));
        }

#if NET
        if (!typeof(TKey).IsValueType && _comparer is null)
        {
            var text = Unsafe.As<TKey, string>(ref key);
            hash = StringHash.Compute(text);
            if (_bucketLimit == 0) return -1;
            FindString(text, hash, _buckets.GetBucket(hash) - 1, out var index);
            return index;
        }
#endif
        hash = typeof(TKey).IsValueType && _comparer is null ? key.GetHashCode() : _comparer!.GetHashCode(key);
        return FindByComparer(key, hash, Head(hash));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindSlim<TLayout>(TKey key, TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        var index = layout.Bucket(Buckets.Remainder((uint)key.GetHashCode(), _buckets.Count, _buckets.Multiplier)) - 1;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<TKey>.Default.Equals(entry.Key, key)) return index;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return -1;
    }

#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry FindString(string text, int hash, int first, out int index)
    {
        var only = _entries.Only;
        index = first;
        if (only.Length > 0)
        {
            for (var steps = 0; index >= 0; steps++)
            {
                ref var entry = ref only[index];
                if (entry.Hash == hash && string.Equals(Unsafe.As<TKey, string>(ref entry.Key), text)) return ref entry;
                if (steps > _used) Throw.ConcurrentUse();
                index = entry.Next;
            }

            return ref Unsafe.NullRef<Entry>();
        }

        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref _entries[index >> ChunkShape<Entry>.Shift][index & ChunkShape<Entry>.Mask];
            if (entry.Hash == hash && string.Equals(Unsafe.As<TKey, string>(ref entry.Key), text)) return ref entry;
            if (steps > _used) Throw.ConcurrentUse();
            index = entry.Next;
        }

        return ref Unsafe.NullRef<Entry>();
    }
#endif

    private int Head(int hash) => _bucketLimit == 0 ? -1 : _buckets.GetBucket(hash) - 1;

    /// <summary>
    /// Searches a chain with the caller's code, which may change this very dictionary. A chain goes on where it did, as in a Dictionary,
    /// unless entries moved: then the search begins anew.
    /// </summary>
    private int FindByComparer(TKey key, int hash, int index)
    {
        var shape = _shape;
        var found = false;
        var moves = 0;
        for (var steps = 0; (uint)index < (uint)_used; steps++)
        {
            ref var entry = ref _entries.Slot(index);
            if (entry.Hash == hash && IsSame(entry.Key, key))
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
    private bool IsSame(TKey entry, TKey key)
    {
        if (typeof(TKey).IsValueType && _comparer is null) return EqualityComparer<TKey>.Default.Equals(entry, key);
        return _comparer!.Equals(entry, key);
    }

    /// <summary>Adds a pair whose key is missing. Runs no code of the caller.</summary>
    private int Link(TKey key, TValue value, int hash)
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
            if (_used >= _limit) Expand();
            index = _used++;
        }

        ref var bucket = ref _buckets.GetBucket(hash);
        if (IsSlim)
        {
            ref var slim = ref _slim.Slot(index);
            slim.Next = bucket - 1;
            slim.Key = key;
            slim.Value = value;
        }
        else
        {
            ref var entry = ref _entries.Slot(index);
            entry.Next = bucket - 1;
            entry.Hash = hash;
            entry.Key = key;
            entry.Value = value;
        }

        bucket = index + 1;
        _version++;
        return index;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool RemoveSlim<TLayout>(TKey key, TLayout layout, [MaybeNullWhen(false)] out TValue value)
        where TLayout : struct, ILayout<Slim>
    {
        ref var link = ref layout.Bucket(Buckets.Remainder((uint)key.GetHashCode(), _buckets.Count, _buckets.Multiplier));
        var index = link - 1;
        var previous = EndOfChain;
        for (var steps = 0; index >= 0; steps++)
        {
            ref var entry = ref layout.Entry(index);
            if (EqualityComparer<TKey>.Default.Equals(entry.Key, key))
            {
                if (previous < 0) link = entry.Next + 1;
                else layout.Entry(previous).Next = entry.Next;
                value = entry.Value;
                entry.Next = StartOfFreeList - _freeList;
                if (ChunkShape<TValue>.HoldsReferences) entry.Value = default!;
                _freeList = index;
                _freeCount++;
                return true;
            }

            if (steps > _used) Throw.ConcurrentUse();
            previous = index;
            index = entry.Next;
        }

        value = default;
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
        if (ChunkShape<TKey>.HoldsReferences) KeyAt(index) = default!;
        if (ChunkShape<TValue>.HoldsReferences) ValueAt(index) = default!;
        _freeList = index;
        _freeCount++;
    }
}
