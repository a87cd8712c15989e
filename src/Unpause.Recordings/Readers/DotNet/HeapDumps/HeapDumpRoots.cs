using Unpause.Recordings.Heap;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>
/// What is alive by itself in a heap dump, and the pairs of dependent handles (ConditionalWeakTable). Payloads: dotnet/runtime,
/// src/coreclr/vm/ClrEtwAll.man. GCBulkRootEdge: number, count, runtime's number, then of each root the object, kind, flags, id.
/// GCBulkRootConditionalWeakTableElementEdge: likewise, of each pair key, value, id. GCBulkRootStaticVar: count, domain (8 bytes),
/// runtime's number, then of each field its place, the object, the object's type, flags, its name: not the class that has it.
/// </summary>
internal sealed class HeapDumpRoots
{
    private const byte Stack = 0, Finalizer = 1, Handle = 2;
    private const uint Pinning = 1, Weak = 2;
    private const uint ThreadLocal = 1;
    private readonly List<(ulong Address, HeapRootKind Kind, int Field)> _roots = [];
    private readonly List<(ulong Key, ulong Value)> _pairs = [];
    private readonly List<string> _fields = [];

    /// <summary>How many there are.</summary>
    public int Count => _roots.Count + _pairs.Count;

    /// <summary>The pairs of key and value: the key keeps the value alive.</summary>
    public IReadOnlyList<(ulong Key, ulong Value)> Pairs => _pairs;

    /// <summary>Takes roots without names.</summary>
    public void Edges(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        payload.Skip(4);
        var count = payload.UInt32();
        payload.Skip(2);
        for (; count > 0 && Count < Limits.HeapRoots; count--)
        {
            var address = (ulong)payload.Word();
            var kind = payload.UInt8();
            var flags = payload.UInt32();
            payload.Word();
            if (payload.Short) return;
            if (address != 0 && (flags & Weak) == 0) _roots.Add((address, KindOf(kind, flags), -1));
        }
    }

    /// <summary>Takes dependent handles.</summary>
    public void WeakTableElements(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        payload.Skip(4);
        var count = payload.UInt32();
        payload.Skip(2);
        for (; count > 0 && Count < Limits.HeapRoots; count--)
        {
            var key = (ulong)payload.Word();
            var value = (ulong)payload.Word();
            payload.Word();
            if (payload.Short) return;
            if (key != 0 && value != 0) _pairs.Add((key, value));
        }
    }

    public void Statics(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        var count = payload.UInt32();
        payload.Skip(8 + 2);
        for (; count > 0 && Count < Limits.HeapRoots && _fields.Count < Limits.HeapStatics; count--)
        {
            payload.Skip(8);
            var address = (ulong)payload.Int64();
            payload.Skip(8);
            var flags = payload.UInt32();
            var name = MemoryMarshal.Cast<byte, char>(payload.Utf16());
            if (payload.Short) return;
            if (address == 0) continue;
            _roots.Add((address, (flags & ThreadLocal) != 0 ? HeapRootKind.ThreadStatic : HeapRootKind.Static, _fields.Count));
            _fields.Add(FieldName(name[..Math.Min(name.Length, Limits.NameBytes)]));
        }
    }

    /// <summary>The roots whose object is listed.</summary>
    public IReadOnlyList<HeapRoot> Build(HeapAddresses addresses)
    {
        var roots = new List<HeapRoot>();
        foreach (var (address, kind, field) in _roots)
        {
            if (addresses.Find(address) is >= 0 and var node) roots.Add(new HeapRoot(node, kind, field < 0 ? null : _fields[field]));
        }

        return roots;
    }

    /// <summary>The field that C# makes for a property has the property's name in angle brackets.</summary>
    private static string FieldName(ReadOnlySpan<char> name)
    {
        var end = name.IndexOf('>');
        return (name is ['<', ..] && end > 1 ? name[1..end] : name).ToString();
    }

    private static HeapRootKind KindOf(byte kind, uint flags) => kind switch
    {
        Stack => HeapRootKind.Stack,
        Finalizer => HeapRootKind.Finalizer,
        Handle => (flags & Pinning) != 0 ? HeapRootKind.PinnedHandle : HeapRootKind.Handle,
        _ => HeapRootKind.Other,
    };
}
