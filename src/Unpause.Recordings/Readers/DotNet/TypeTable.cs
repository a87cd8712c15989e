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
