using System.Text;

namespace Unpause.Readers;

/// <summary>
/// Gives each different UTF-8 name one string, so that causes and phase names cost no allocation a line. Bounded by
/// <see cref="Limits.Names"/>; names beyond are all <c>other</c>.
/// </summary>
public sealed class NameTable
{
    private const string Other = "other";
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly List<string> _names;
    private readonly char[] _chars = new char[Limits.NameBytes];

    /// <summary>An empty table.</summary>
    public NameTable()
        : this([])
    {
    }

    /// <summary>An empty table that keeps its names in a given empty list, in the order of their indexes.</summary>
    public NameTable(List<string> names)
    {
        _names = names;
        _lookup = _indexes.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>The string for a name; cut at <see cref="Limits.NameBytes"/>.</summary>
    public string Get(ReadOnlySpan<byte> utf8) => _names[IndexOf(utf8)];

    /// <summary>The index of a name; cut at <see cref="Limits.NameBytes"/>.</summary>
    public int IndexOf(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > Limits.NameBytes) utf8 = utf8[..Limits.NameBytes];
        var count = Encoding.UTF8.GetChars(utf8, _chars);
        ReadOnlySpan<char> name = _chars.AsSpan(0, count);
        if (_lookup.TryGetValue(name, out var known)) return known;
        return _names.Count < Limits.Names ? Add(name.ToString()) : IndexOfOther();
    }

    private int IndexOfOther() => _indexes.TryGetValue(Other, out var known) ? known : Add(Other);

    private int Add(string name)
    {
        _names.Add(name);
        _indexes.Add(name, _names.Count - 1);
        return _names.Count - 1;
    }
}
