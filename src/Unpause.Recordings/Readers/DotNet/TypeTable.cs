using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// The names of types by their ids. Payload of BulkType (dotnet/runtime, src/coreclr/vm/ClrEtwAll.man; keyword 0x80000, with names
/// 0x1000000 too), once for a type: count, runtime's number; then of each type its id, module, name's id, flags, kind, name, parameters.
/// </summary>
internal sealed class TypeTable
{
    private readonly Dictionary<long, int> _nameOf = [];
    private readonly TypeNames _names = new();

    /// <summary>Takes names; of more than <see cref="Limits.HeapTypes"/> types none.</summary>
    public void Add(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        var count = payload.UInt32();
        payload.Skip(2);
        for (; count > 0 && !payload.Short; count--)
        {
            var type = payload.Int64();
            payload.Skip(8 + 4 + 4 + 1);
            var name = payload.Utf16();
            var parameters = payload.UInt32();
            if (payload.Short || parameters > payload.Remaining / 8) return;
            payload.Skip((int)parameters * 8);
            if (!name.IsEmpty && (_nameOf.Count < Limits.HeapTypes || _nameOf.ContainsKey(type))) _nameOf[type] = _names.Number(name);
        }
    }

    /// <summary>A type's name; null when it is not recorded.</summary>
    public string? NameOf(long type) => _nameOf.TryGetValue(type, out var name) ? _names[name] : null;
}

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
