using Unpause.Recordings.Heap;

namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>
/// The objects of the heap, which the runtime lists after a full collection induced by a tool (keywords GCHeapDump 0x100000,
/// GCHeapCollect 0x800000). Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man. GCBulkNode: number, count, runtime's number, then of
/// each object address, size, type's id, count of its references. GCBulkEdge: likewise, of each reference the object referred to and a
/// field's id, which is always 0 (eventtrace_gcheap.cpp, "FUTURE: ReferencingFieldID"), so fields have no names. The references are in
/// the order of the objects. Of several dumps the first is read.
/// </summary>
/// <param name="names">The names of types.</param>
internal sealed class HeapDump(TypeTable names)
{
    private const int HeaderBytes = 10;
    private const string NotWhole = "The heap snapshot is incomplete, and its objects are not counted: ";

    private readonly HeapDumpTypes _types = new(names);
    private HeapDumpRoots _roots = new();
    private HeapAddresses _addresses = new();
    private readonly ChunkedList<int> _typeOf = [];
    private readonly ChunkedList<uint> _sizeOf = [];
    private readonly ChunkedList<int> _first = [];
    private readonly ChunkedList<ulong> _targets = [];
    private long _declared;
    private uint _nodeEvents, _edgeEvents;
    private long? _stoppedAt, _stop;
    private string? _fault;
    private bool _ended;

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes => (16L * _typeOf.Count) + (8L * _targets.Count) + (32L * _roots.Count);

    /// <summary>Threads are about to be stopped.</summary>
    public void Suspending(in RuntimeEvent e)
    {
        if (_typeOf.Count == 0) _stoppedAt = e.TimeNanoseconds;
    }

    /// <summary>Threads go on.</summary>
    public void Restarted(in RuntimeEvent e)
    {
        if (_typeOf.Count > 0 && _stoppedAt is { } at) _stop ??= e.TimeNanoseconds - at;
    }

    /// <summary>A collection begins: what it lists is a dump of its own.</summary>
    public void CollectionStarted()
    {
        if (_typeOf.Count > 0) _ended = true;
        else _roots = new HeapDumpRoots();
    }

    /// <summary>A collection has ended: a dump is whole by then.</summary>
    public void CollectionStopped() => _ended |= _typeOf.Count > 0;

    /// <summary>Takes an event of the dump.</summary>
    public void Add(in RuntimeEvent e)
    {
        if (_ended || _fault is not null) return;
        switch (e.Id)
        {
            case RuntimeEventIds.BulkNode: Nodes(e); break;
            case RuntimeEventIds.BulkEdge: Edges(e); break;
            case RuntimeEventIds.BulkRootEdge: _roots.Edges(e); break;
            case RuntimeEventIds.BulkRootWeakTableElement: _roots.WeakTableElements(e); break;
            case RuntimeEventIds.BulkRootStatic: _roots.Statics(e); break;
        }

        if (_roots.Count >= Limits.HeapRoots) _fault = "it has too many roots";
    }

    /// <summary>The graph; null when nothing was listed, or not all, which is noted.</summary>
    public HeapGraph? Build(CoverageBuilder coverage)
    {
        if (_typeOf.Count == 0) return null;
        if (_fault is null && !_ended) _fault = "the recording ends inside it";
        if (_fault is null && _declared != _targets.Count) _fault = "references are missing";
        if (_fault is null && !_addresses.TryFinish()) _fault = "two objects have the same address";
        if (_fault is { } fault)
        {
            coverage.Add(NotWhole + fault + ".", unreadable: true);
            return null;
        }

        var roots = _roots.Build(_addresses);
        var references = HeapReferences.Resolve(_first, _targets, _addresses, _roots.Pairs);
        _addresses = new HeapAddresses();
        return new HeapGraph
        {
            Types = _types.Names(),
            TypeOf = new Column<int>(_typeOf),
            SizeOf = new Column<uint>(_sizeOf),
            FirstReference = new Column<int>(_first),
            References = new Column<int>(references),
            Roots = roots,
            StopNanoseconds = _stop,
        };
    }

    private void Nodes(in RuntimeEvent e)
    {
        var size = e.PointerBytes + 24;
        var rows = Rows(e, size, ref _nodeEvents);
        for (; rows.Length >= size; rows = rows[size..])
        {
            var bytes = BinaryPrimitives.ReadUInt64LittleEndian(rows[e.PointerBytes..]);
            var references = BinaryPrimitives.ReadUInt64LittleEndian(rows[(e.PointerBytes + 16)..]);
            if (_typeOf.Count >= Limits.HeapObjects || references > (ulong)(Limits.HeapReferences - _declared))
            {
                _fault = "it has more objects than unpause keeps";
                return;
            }

            if (!_addresses.TryAdd(Word(rows, e.PointerBytes), bytes))
            {
                _fault = "it is damaged";
                return;
            }

            _first.Add((int)_declared);
            _declared += (long)references;
            _typeOf.Add(_types.Number(BinaryPrimitives.ReadInt64LittleEndian(rows[(e.PointerBytes + 8)..])));
            _sizeOf.Add((uint)Math.Min(bytes, uint.MaxValue));
        }
    }

    private void Edges(in RuntimeEvent e)
    {
        var size = e.PointerBytes + 4;
        var rows = Rows(e, size, ref _edgeEvents);
        if (_targets.Count > Limits.HeapReferences - (rows.Length / size))
        {
            _fault = "it has more objects than unpause keeps";
            return;
        }

        for (; rows.Length >= size; rows = rows[size..]) _targets.Add(Word(rows, e.PointerBytes));
    }

    /// <summary>An event's rows; events of one kind are numbered from 0, so that a missing one is seen.</summary>
    private ReadOnlySpan<byte> Rows(in RuntimeEvent e, int size, ref uint events)
    {
        if (e.Payload.Length < HeaderBytes)
        {
            _fault = "it is damaged";
            return [];
        }

        var number = BinaryPrimitives.ReadUInt32LittleEndian(e.Payload);
        var count = BinaryPrimitives.ReadUInt32LittleEndian(e.Payload[4..]);
        var rows = e.Payload[HeaderBytes..];
        if (number != events++) _fault = "the runtime dropped a part of it because its buffers were full";
        else if (rows.Length != (long)count * size) _fault = "it is damaged";
        return _fault is null ? rows : [];
    }

    private static ulong Word(ReadOnlySpan<byte> from, int bytes) =>
        bytes == 4 ? BinaryPrimitives.ReadUInt32LittleEndian(from) : BinaryPrimitives.ReadUInt64LittleEndian(from);
}

/// <summary>The types of a heap dump by number.</summary>
/// <param name="names">Their names, which may come after the objects.</param>
internal sealed class HeapDumpTypes(TypeTable names)
{
    private const string Unnamed = "type without a name";
    private readonly Dictionary<long, int> _numbers = [];
    private long _last;
    private int _lastNumber = -1;

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

    /// <summary>The names by number.</summary>
    public IReadOnlyList<string> Names()
    {
        var byNumber = new string[_numbers.Count + 1];
        foreach (var (type, number) in _numbers) byNumber[number] = names.NameOf(type) ?? Unnamed;
        byNumber[^1] = "other types";
        return byNumber;
    }
}

/// <summary>Makes numbers of objects of the addresses that a heap dump refers to.</summary>
internal static class HeapReferences
{
    /// <summary>
    /// The objects referred to. What isn't listed (it lies outside the heap) is left out; a dependent handle's key refers to its value.
    /// </summary>
    /// <param name="first">Where each object's references begin; changed to where they do in the result, with the end at its end.</param>
    /// <param name="targets">The addresses referred to, in the order of the objects.</param>
    /// <param name="addresses">The addresses of the objects.</param>
    /// <param name="pairs">Keys and values of dependent handles.</param>
    public static ChunkedList<int> Resolve(
        ChunkedList<int> first, ChunkedList<ulong> targets, HeapAddresses addresses, IReadOnlyList<(ulong Key, ulong Value)> pairs)
    {
        var dependents = Dependents(addresses, pairs);
        var references = new ChunkedList<int>();
        var next = 0;
        for (var node = 0; node < first.Count; node++)
        {
            var end = node + 1 < first.Count ? first[node + 1] : targets.Count;
            first[node] = references.Count;
            for (; next < end; next++)
            {
                if (addresses.Find(targets[next]) is >= 0 and var target) references.Add(target);
            }

            if (dependents.Count > 0 && dependents.TryGetValue(node, out var values)) references.AddRange(values);
        }

        first.Add(references.Count);
        return references;
    }

    private static Dictionary<int, List<int>> Dependents(HeapAddresses addresses, IReadOnlyList<(ulong Key, ulong Value)> pairs)
    {
        var dependents = new Dictionary<int, List<int>>();
        foreach (var (key, value) in pairs)
        {
            if (addresses.Find(key) is not (>= 0 and var from) || addresses.Find(value) is not (>= 0 and var to)) continue;
            if (!dependents.TryGetValue(from, out var values)) dependents.Add(from, values = []);
            values.Add(to);
        }

        return dependents;
    }
}
