using Unpause.Readers.DotNet.Container;

namespace Unpause.Readers.DotNet.HeapDumps;

/// <summary>
/// The types of a heap dump by number. Payload of BulkType (keywords 0x80000 and, for names, 0x1000000): count, runtime's number; then of
/// each type its id, module, name's id, flags, kind, name, parameters. Names may come after the objects.
/// </summary>
internal sealed class HeapDumpTypes
{
    private const string Unnamed = "type without a name";
    private readonly Dictionary<long, int> _numbers = [];
    private readonly Dictionary<long, int> _nameOf = [];
    private readonly TypeNames _names = new();
    private long _last;
    private int _lastNumber = -1;

    /// <summary>Takes names.</summary>
    public void Named(in RuntimeEvent e)
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

    /// <summary>A type's number; those beyond <see cref="Limits.HeapTypes"/> share one.</summary>
    public int Number(long type)
    {
        if (_lastNumber >= 0 && type == _last) return _lastNumber;
        if (!_numbers.TryGetValue(type, out var number))
        {
            number = Math.Min(_numbers.Count, Limits.HeapTypes);
            if (number < Limits.HeapTypes) _numbers.Add(type, number);
        }

        (_last, _lastNumber) = (type, number);
        return number;
    }

    /// <summary>A type's name.</summary>
    public string NameOf(long type) => _nameOf.TryGetValue(type, out var name) ? _names[name] : Unnamed;

    /// <summary>The names by number.</summary>
    public IReadOnlyList<string> Names()
    {
        var names = new string[_numbers.Count + 1];
        foreach (var (type, number) in _numbers) names[number] = NameOf(type);
        names[^1] = "other types";
        return names;
    }
}
