using System.Buffers.Binary;
using System.Text;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Gives each different UTF-8 name one string, so that causes and phase names cost no allocation per line. Bounded by
/// <see cref="Limits.Names"/> by default; names beyond are all <c>other</c>.
/// </summary>
public sealed class NameTable
{
    private const string Other = "other";

    /// <summary>Names found without decoding, a power of two: a log repeats a few dozen.</summary>
    private const int RecentNames = 1024;

    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly List<string> _names;
    private readonly int _most;
    private readonly char[] _chars = new char[Limits.NameBytes];
    private readonly (byte[]? Utf8, int Index)[] _recent = new (byte[]?, int)[RecentNames];

    public NameTable()
        : this([])
    {
    }

    /// <summary>An empty table that keeps its names in a given empty list, in the order of their indexes.</summary>
    /// <param name="most">How many names there may be.</param>
    public NameTable(List<string> names, int most = Limits.Names)
    {
        _names = names;
        _most = most;
        _lookup = _indexes.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>The name with an index.</summary>
    public string this[int index] => _names[index];

    /// <summary>The string for a name; cut at <see cref="Limits.NameBytes"/>.</summary>
    public string Get(ReadOnlySpan<byte> utf8) => _names[IndexOf(utf8)];

    /// <summary>The index of a name; cut at <see cref="Limits.NameBytes"/>.</summary>
    public int IndexOf(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > Limits.NameBytes) utf8 = utf8[..Limits.NameBytes];
        ref var recent = ref _recent[Slot(utf8)];
        if (recent.Utf8 is { } known && utf8.SequenceEqual(known)) return recent.Index;
        var index = Find(utf8);
        recent = (utf8.ToArray(), index);
        return index;
    }

    private static int Slot(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length < sizeof(ulong)) return utf8.Length == 0 ? 0 : (utf8[0] + (utf8[^1] * 7) + (utf8.Length * 31)) % RecentNames;
        var mixed = ((BinaryPrimitives.ReadUInt64LittleEndian(utf8) * 0x9E3779B97F4A7C15) ^ BinaryPrimitives.ReadUInt64LittleEndian(
            utf8[^sizeof(ulong)..]))
            + (uint)utf8.Length;
        return (int)((mixed * 0xC2B2AE3D27D4EB4F) >> 32) & (RecentNames - 1);
    }

    private int Find(ReadOnlySpan<byte> utf8)
    {
        var count = Encoding.UTF8.GetChars(utf8, _chars);
        ReadOnlySpan<char> name = _chars.AsSpan(0, count);
        if (_lookup.TryGetValue(name, out var known)) return known;
        return _names.Count < _most ? Add(name.ToString()) : IndexOfOther();
    }

    private int IndexOfOther() => _indexes.TryGetValue(Other, out var known) ? known : Add(Other);

    private int Add(string name)
    {
        _names.Add(name);
        _indexes.Add(name, _names.Count - 1);
        return _names.Count - 1;
    }
}
