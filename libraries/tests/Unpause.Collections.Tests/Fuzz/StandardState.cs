using System.Reflection;

namespace Unpause.Collections.Tests.Fuzz;

/// <summary>
/// Looks into HashSet and Dictionary: whether code that they called has torn them, so that they are no model any more. Their fields
/// are those of .NET 10.
/// </summary>
internal sealed class StandardState
{
    private readonly object _table;
    private readonly FieldInfo _buckets;
    private readonly FieldInfo _entries;
    private readonly FieldInfo _count;
    private readonly FieldInfo _freeList;
    private readonly FieldInfo _freeCount;
    private readonly FieldInfo _next;

    public StandardState(object table)
    {
        _table = table;
        _buckets = Field(table.GetType(), "_buckets");
        _entries = Field(table.GetType(), "_entries");
        _count = Field(table.GetType(), "_count");
        _freeList = Field(table.GetType(), "_freeList");
        _freeCount = Field(table.GetType(), "_freeCount");
        var entry = _entries.FieldType.GetElementType()!;
        _next = Field(entry, entry.GetField("Next") is null ? "next" : "Next");

        static FieldInfo Field(Type type, string name) =>
            type.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)
            ?? throw new InvalidOperationException($"{type.Name} has no {name} any more");
    }

    /// <summary>Another array when the table has moved, which the standard types do not notice while they search.</summary>
    public object? Storage => _entries.GetValue(_table);

    public bool IsTorn()
    {
        if (_buckets.GetValue(_table) is not int[] buckets || _entries.GetValue(_table) is not Array entries) return false;
        int count = (int)_count.GetValue(_table)!, free = (int)_freeCount.GetValue(_table)!;
        if (count < 0 || free < 0 || free > count || count > entries.Length) return true;
        var next = new int[count];
        for (var i = 0; i < count; i++) next[i] = (int)_next.GetValue(entries.GetValue(i))!;
        var seen = new bool[count];
        var live = 0;
        foreach (var bucket in buckets)
        {
            for (var i = bucket - 1; i >= 0; i = next[i])
            {
                if (i >= count || seen[i] || next[i] < -1) return true;
                seen[i] = true;
                live++;
            }
        }

        var place = (int)_freeList.GetValue(_table)!;
        for (var i = 0; i < free; i++)
        {
            if ((uint)place >= (uint)count || seen[place] || next[place] >= -1) return true;
            seen[place] = true;
            place = -3 - next[place];
        }

        return live + free != count;
    }
}
