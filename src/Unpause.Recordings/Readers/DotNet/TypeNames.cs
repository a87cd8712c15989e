using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Gives each type name one number. Beyond <see cref="Limits.Names"/> all are <c>other types</c>.</summary>
internal sealed class TypeNames
{
    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly List<string> _names = ["other types"];

    public TypeNames() => _lookup = _numbers.GetAlternateLookup<ReadOnlySpan<char>>();

    public string this[int number] => _names[number];

    public int Number(ReadOnlySpan<byte> utf16)
    {
        var name = MemoryMarshal.Cast<byte, char>(utf16);
        name = name[..Math.Min(name.Length, Limits.NameBytes)];
        if (_lookup.TryGetValue(name, out var number)) return number;
        if (_names.Count > Limits.Names) return 0;
        _lookup[name] = _names.Count;
        _names.Add(name.ToString());
        return _names.Count - 1;
    }
}
