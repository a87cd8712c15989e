namespace Unpause.Collections.Tests.Fuzz;

/// <summary>A set with the members that ISet lacks, so that one step can be made on a standard set and on ours.</summary>
internal sealed class FuzzedSet<T>
{
    private readonly StandardState? _state;

    public FuzzedSet(HashSet<T> set)
    {
        Set = set;
        _state = new StandardState(set);
        RemoveWhere = set.RemoveWhere;
        Trim = set.TrimExcess;
        Ensure = capacity => set.EnsureCapacity(capacity);
        Find = item => set.TryGetValue(item, out var found) ? $"{found}" : "none";
        Copy = comparer => Hook.Paused(() => new HashSet<T>(set, comparer));
    }

    public FuzzedSet(ChunkedHashSetBase<T> set)
    {
        Set = set;
        RemoveWhere = set.RemoveWhere;
        Trim = set.TrimExcess;
        Ensure = capacity => set.EnsureCapacity(capacity);
        Find = item => set.TryGetValue(item, out var found) ? $"{found}" : "none";
        Copy = comparer => Hook.Paused(() => new ChunkedHashSet<T>(set, comparer));
    }

    public ISet<T> Set { get; }

    /// <summary>Whether a standard set was torn in the middle of a step, which may no longer be seen at its end.</summary>
    public bool WasTorn { get; private set; }

    public void Look() => WasTorn |= _state?.IsTorn() == true;

    public Func<Predicate<T>, int> RemoveWhere { get; }

    public Action Trim { get; }

    public Action<int> Ensure { get; }

    public Func<T, string> Find { get; }

    public Func<IEqualityComparer<T>?, ISet<T>> Copy { get; }
}
