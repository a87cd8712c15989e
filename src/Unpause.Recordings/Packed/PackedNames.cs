using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Packed;

/// <summary>Numbers for names, so that a column of names is one of small numbers.</summary>
/// <param name="most">How many different names it distinguishes; further ones share <paramref name="others"/>.</param>
/// <param name="others">What they share.</param>
internal sealed class PackedNames(int most = PackedNames.Most, string others = "other")
{
    private const int Most = 1 << 20;
    private const int RecentNames = 64;

    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private (string? Name, int Index)[]? _recent;

    /// <summary>The different names, in the order in which they came.</summary>
    public IReadOnlyList<string> All => _names;

    /// <summary>The name with a number; null for the unknown one.</summary>
    public string? this[long index] => index == PackedBlock.Unknown ? null : _names[(int)index];

    /// <summary>The number of a name that was numbered; -1 for another.</summary>
    public int Find(string name) => _indexes.GetValueOrDefault(name, -1);

    /// <summary>The number of a name, a new one where it is new; unknown for null.</summary>
    public long Of(string? name) => name is null ? PackedBlock.Unknown : Add(name);

    /// <summary>The number of a name, a new one where it is new.</summary>
    public int Add(string name)
    {
        // Readers intern names, so the same name mostly comes as the same object.
        ref var recent = ref (_recent ??= new (string?, int)[RecentNames])[RuntimeHelpers.GetHashCode(name) & (RecentNames - 1)];
        if (!ReferenceEquals(recent.Name, name)) recent = (name, FindOrAdd(name));
        return recent.Index;
    }

    private int FindOrAdd(string name)
    {
        if (_indexes.TryGetValue(name, out var known)) return known;
        if (_names.Count == most) name = others;
        if (_names.Count > most) return most;
        _names.Add(name);
        _indexes.TryAdd(name, _names.Count - 1);
        return _names.Count - 1;
    }
}
