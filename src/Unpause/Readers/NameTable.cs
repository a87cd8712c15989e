using System.Buffers.Binary;
using System.Text;

namespace Unpause.Readers;

/// <summary>
/// Gives each different UTF-8 name one string, so that causes and phase names cost no allocation a line. Bounded by
/// <see cref="Limits.Names"/>; names beyond are all <c>other</c>.
/// </summary>
public sealed class NameTable
{
    /// <summary>Names found without decoding: a log repeats a few dozen.</summary>
    private const int RecentNames = 256;

    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly (byte[] Utf8, string Name)[] _recent = new (byte[], string)[RecentNames];

    /// <summary>An empty table.</summary>
    public NameTable() => _lookup = _names.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>The string for a name; cut at <see cref="Limits.NameBytes"/>. The same name always gives the same object.</summary>
    public string Get(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > Limits.NameBytes) utf8 = utf8[..Limits.NameBytes];
        ref var recent = ref _recent[Slot(utf8)];
        if (recent.Utf8 is { } known && utf8.SequenceEqual(known)) return recent.Name;
        var name = Find(utf8);
        recent = (utf8.ToArray(), name);
        return name;
    }

    private static int Slot(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length < sizeof(uint)) return utf8.Length == 0 ? 0 : utf8[0];
        var mixed = (BinaryPrimitives.ReadUInt32LittleEndian(utf8) * 0x9E3779B1) ^ (BinaryPrimitives.ReadUInt32LittleEndian(utf8[^sizeof(uint)..]) * 0x85EBCA77) ^ (uint)utf8.Length;
        return (int)((mixed ^ (mixed >> 16)) % RecentNames);
    }

    private string Find(ReadOnlySpan<byte> utf8)
    {
        Span<char> chars = stackalloc char[Limits.NameBytes];
        var count = Encoding.UTF8.GetChars(utf8, chars);
        var name = chars[..count];
        if (_lookup.TryGetValue(name, out var known)) return known;
        if (_names.Count >= Limits.Names) return "other";
        var added = name.ToString();
        _names.Add(added, added);
        return added;
    }
}
