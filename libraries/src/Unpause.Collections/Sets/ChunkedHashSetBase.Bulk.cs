using System.Runtime.InteropServices;

namespace Unpause.Collections;

/// <content>Many elements at once, and copying out.</content>
public abstract partial class ChunkedHashSetBase<T>
{
    /// <summary>Adds the elements of <paramref name="other"/> that the set has not.</summary>
    public void UnionWith(IEnumerable<T> other)
    {
        ThrowIfBad(other);
        switch (other)
        {
            case T[] array when array.GetType() == typeof(T[]):
                AddAll(array);
                break;

            // Spans of what can change only where no code of the caller runs that could change it.
#if NET
            case List<T> list when RunsNoCallerCode:
                AddAll(CollectionsMarshal.AsSpan(list));
                break;
#endif
            case ChunkedListBase<T> list when RunsNoCallerCode:
                foreach (var span in list.ChunkSpans) AddAll(span);
                break;
            case ChunkedHashSetBase<T> or HashSet<T> or List<T> or ChunkedListBase<T>:
                AddEach(other, ((ICollection<T>)other).Count);
                break;
            default:
                foreach (var item in other) Add(item);
                break;
        }
    }

    /// <summary>Copies all elements to the beginning of <paramref name="array"/>.</summary>
    public void CopyTo(T[] array) => CopyTo(array, 0, Count);

    /// <summary>Copies all elements to <paramref name="array"/>, from <paramref name="arrayIndex"/> on.</summary>
    public void CopyTo(T[] array, int arrayIndex) => CopyTo(array, arrayIndex, Count);

    /// <summary>
    /// Copies at most <paramref name="count"/> elements to <paramref name="array"/>, from <paramref name="arrayIndex"/> on.
    /// </summary>
    public void CopyTo(T[] array, int arrayIndex, int count)
    {
        Throw.IfNull(array, nameof(array));
        ThrowIfDisposed();
        if (arrayIndex < 0) Throw.MustBeNonNegative(nameof(arrayIndex));
        if (count < 0) Throw.MustBeNonNegative(nameof(count));
        Throw.IfNoRoom(array, arrayIndex, count);
        foreach (var item in this)
        {
            if (count-- == 0) return;
            array[arrayIndex++] = item;
        }
    }

    internal void AddAll(ReadOnlySpan<T> items)
    {
        ThrowIfDisposed();
        if (IsSlim)
        {
            AddAllSlim(items);
            return;
        }

        for (var i = 0; i < items.Length; i++) AddAnyhow(items[i], items.Length - i - 1, out _);
    }

    private void ThrowIfBad(IEnumerable<T> other)
    {
        Throw.IfNull(other, nameof(other));
        ThrowIfDisposed();
    }

    /// <summary>An upper bound is known, and no larger than what the caller already holds.</summary>
    private void AddEach(IEnumerable<T> other, int count)
    {
        foreach (var item in other) AddExpecting(item, Math.Max(0, --count));
    }

    /// <summary>
    /// The loop of Add with the table in locals. Hash and equality of a plain type cannot throw, so nothing is lost when the
    /// number of entries is written back only before the table grows and at the end.
    /// </summary>
    private void AddAllSlim(ReadOnlySpan<T> items)
    {
        var i = 0;
        while (i < items.Length)
        {
            if (_freeCount > 0 || _used >= _limit || _layout is Layout.None or Layout.Anywhere)
            {
                AddAnyhow(items[i], items.Length - i - 1, out _);
                i++;
                continue;
            }

            i += _layout == Layout.InOne
                ? AddWhileRoom(items.Slice(i), new InOne<Slim>(_buckets.Only, _slim.Only))
                : AddWhileRoom(items.Slice(i), new InMany<Slim>(_buckets.Near, _slim.Near));
        }
    }

    private int AddWhileRoom<TLayout>(ReadOnlySpan<T> items, TLayout layout)
        where TLayout : struct, ILayout<Slim>
    {
        int used = _used, limit = _limit, done = 0;
        var count = _buckets.Count;
        var multiplier = _buckets.Multiplier;
        for (; done < items.Length && used < limit; done++)
        {
            var item = items[done];
            ref var bucket = ref layout.Bucket(Buckets.Remainder((uint)item!.GetHashCode(), count, multiplier));
            var index = bucket - 1;
            var steps = 0;
            while (index >= 0)
            {
                ref var entry = ref layout.Entry(index);
                if (EqualityComparer<T>.Default.Equals(entry.Value, item)) break;
                if (steps++ > used) Throw.ConcurrentUse();
                index = entry.Next;
            }

            if (index >= 0) continue;
            ref var added = ref layout.Entry(used);
            added.Next = bucket - 1;
            added.Value = item;
            bucket = ++used;
        }

        if (used != _used) _version++;
        _used = used;
        return done;
    }
}
