namespace Unpause.Collections.Tests.Fuzz;

/// <summary>A dictionary with the members that IDictionary lacks, so that one step can be made on a standard one and on ours.</summary>
internal sealed class FuzzedDictionary<TKey>
    where TKey : notnull
{
    public FuzzedDictionary(Dictionary<TKey, int> table)
    {
        Table = table;
        TryAdd = table.TryAdd;
        Take = key => table.Remove(key, out var value) ? $"{value}" : "none";
        Trim = table.TrimExcess;
        Ensure = capacity => table.EnsureCapacity(capacity);
        HasValue = table.ContainsValue;
        Increase = key => ++System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(table, key, out _);
        Copy = comparer => Hook.Paused(() => new Dictionary<TKey, int>(table, comparer));
    }

    public FuzzedDictionary(ChunkedDictionaryBase<TKey, int> table)
    {
        Table = table;
        TryAdd = table.TryAdd;
        Take = key => table.Remove(key, out var value) ? $"{value}" : "none";
        Trim = table.TrimExcess;
        Ensure = capacity => table.EnsureCapacity(capacity);
        HasValue = table.ContainsValue;
        Increase = key => ++table.GetValueRefOrAddDefault(key, out _);
        Copy = comparer => Hook.Paused(() => new ChunkedDictionary<TKey, int>((IDictionary<TKey, int>)table, comparer));
    }

    public IDictionary<TKey, int> Table { get; }

    public Func<TKey, int, bool> TryAdd { get; }

    public Func<TKey, string> Take { get; }

    public Action Trim { get; }

    public Action<int> Ensure { get; }

    public Func<int, bool> HasValue { get; }

    public Func<TKey, int> Increase { get; }

    public Func<IEqualityComparer<TKey>?, IDictionary<TKey, int>> Copy { get; }
}
