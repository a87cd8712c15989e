using System.Runtime.InteropServices;
using Unpause.Readers.DotNet.Container;
using Unpause.Recordings.Objects;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet.Collections;

/// <summary>
/// Counts by type the objects whose finalizers were started. Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man,
/// FinalizeObject (level verbose): the type's id; BulkType (keyword 0x80000, with names 0x1000000 too), once for a type: its id and name.
/// </summary>
internal sealed class FinalizedTypes
{
    private readonly Dictionary<long, long> _objects = [];
    private readonly Dictionary<long, int> _nameOf = [];
    private readonly TypeNames _names = new();
    private long _last;

    /// <summary>A finalizer is about to run.</summary>
    public void Started(in RuntimeEvent e)
    {
        var type = new PayloadReader(e.Payload, e.PointerBytes).Word();
        if (_objects.Count >= Limits.Names && !_objects.ContainsKey(type)) type = 0;
        CollectionsMarshal.GetValueRefOrAddDefault(_objects, type, out _)++;
        _last = type;
    }

    /// <summary>
    /// Takes names of types: count, runtime's number; then of each type its id, module, name's id, flags, kind, name, parameters.
    /// </summary>
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
            if (!name.IsEmpty && _nameOf.Count < Limits.NamedTypes) _nameOf[type] = _names.Number(name);
        }
    }

    /// <summary>The types, the most objects first; null when the recording tells no object that was finalized.</summary>
    public IReadOnlyList<FinalizedType>? Build() => _objects.Count == 0
        ? null
        : [.. _objects.Select(pair => new FinalizedType(NameOf(pair.Key), pair.Value)).OrderByDescending(type => type.Objects)];

    /// <summary>The type of the finalizer that was started last; null when it has no name.</summary>
    public string? Last() => NameOf(_last);

    private string? NameOf(long type) => _nameOf.TryGetValue(type, out var number) ? _names[number] : null;
}
