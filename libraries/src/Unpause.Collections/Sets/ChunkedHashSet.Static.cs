namespace Unpause.Collections;

/// <summary>Makes chunked hash sets, and compares them by content.</summary>
public static class ChunkedHashSet
{
    /// <summary>A set of the given elements; what a collection expression <c>[a, b, ..c]</c> calls.</summary>
    public static ChunkedHashSet<T> Create<T>(params ReadOnlySpan<T> items)
    {
        var set = new ChunkedHashSet<T>();
        set.AddAll(items);
        return set;
    }

    /// <summary>A comparer of sets by content, in which order does not count.</summary>
    public static IEqualityComparer<ChunkedHashSet<T>> CreateSetComparer<T>() => new SetComparer<T>();

    /// <summary>Adds the elements of a span that the set has not.</summary>
    public static void UnionWith<T>(this ChunkedHashSetBase<T> set, params ReadOnlySpan<T> items)
    {
        Throw.IfNull(set, nameof(set));
        set.AddAll(items);
    }

    private sealed class SetComparer<T> : IEqualityComparer<ChunkedHashSet<T>>
    {
        public bool Equals(ChunkedHashSet<T>? x, ChunkedHashSet<T>? y)
        {
            if (x is null || y is null) return ReferenceEquals(x, y);
            var comparer = EqualityComparer<T>.Default;
            return x.Comparer.Equals(y.Comparer) ? x.SetEquals(y) : y.All(b => x.Any(a => comparer.Equals(a, b)));
        }

        public int GetHashCode(ChunkedHashSet<T>? obj)
        {
            var hash = 0;
            foreach (var item in obj ?? []) hash ^= item is null ? 0 : EqualityComparer<T>.Default.GetHashCode(item);
            return hash;
        }

        public override bool Equals(object? obj) => obj is SetComparer<T>;

        public override int GetHashCode() => EqualityComparer<T>.Default.GetHashCode();
    }
}
