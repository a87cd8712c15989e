using System.Numerics;
using Unpause.Recordings.Heap;

namespace Unpause.Recordings.Readers.Node.Heaps;

/// <summary>
/// Makes a graph of the numbers of a heap snapshot: objects first, then the references of each, then the texts. Names of objects and
/// references are indexes of texts, which come last, so only texts that are names of types, variables and properties are kept.
/// </summary>
internal sealed class HeapSnapshotGraph(HeapSnapshotMeta meta)
{
    /// <summary>Properties with values of one type from which on an object is a dictionary: its keys are data, not names.</summary>
    private const int DictionaryKeys = 64;

    private const int DetachedState = 2, Unnamed = -1;

    // V8 names the value of an entry "4 / part of key (… @5) -> value (… @7) pair in WeakMap (table @9)", once from the key and once
    // from the table, which alone does not retain it (heap-snapshot-generator.cc, ExtractEphemeronHashTableReferences).
    private const string PartOfKey = "part of key (", WeakMapValue = "WeakMap value";

    private readonly int _type = meta.NodeField("type"), _name = meta.NodeField("name"), _size = meta.NodeField("self_size"),
        _count = meta.NodeField("edge_count"), _detached = meta.NodeField("detachedness");

    private readonly int _edgeType = meta.EdgeField("type"), _edgeName = meta.EdgeField("name_or_index"), _to = meta.EdgeField("to_node");

    private readonly int _weak = meta.EdgeType("weak"), _shortcut = meta.EdgeType("shortcut"), _element = meta.EdgeType("element"),
        _hidden = meta.EdgeType("hidden"), _context = meta.EdgeType("context");

    private readonly V8ObjectKinds _kinds = new(meta.NodeTypes);
    private readonly ChunkedList<int> _typeOf = [], _first = [], _targets = [], _names = [];
    private readonly ChunkedList<uint> _sizeOf = [];
    private readonly HashSet<int> _globals = [];
    private readonly Dictionary<int, int> _ofType = [];
    private readonly SnapshotNames _texts = new();
    private long _announced, _taken, _left;
    private int _node = -1;
    private bool _isContext;

    /// <summary>What is wrong with it, as a clause; null when nothing is.</summary>
    public string? Fault { get; private set; }

    public long MemoryBytes => (12L * _typeOf.Count) + (8L * _targets.Count) + _texts.MemoryBytes;

    /// <summary>Takes the numbers of an object.</summary>
    public bool AddNode(ReadOnlySpan<long> row)
    {
        var (kind, name, size, references) = (row[_type], row[_name], row[_size], row[_count]);
        if (kind < 0 || kind >= meta.NodeTypes.Count || name is < 0 or >= Limits.HeapTexts || size is < 0 or > Limits.HeapBytes)
            return Fail($"the numbers of object {_typeOf.Count:N0} are out of range");
        if (references < 0 || references > Limits.HeapReferences - _announced || _typeOf.Count >= Limits.HeapObjects)
        {
            return Fail($"it has more than {Quantities.Count(Limits.HeapObjects)} objects or "
                + $"{Quantities.Count(Limits.HeapReferences)} references");
        }

        _announced += references;
        _first.Add((int)references);
        _typeOf.Add(_kinds.Number((int)kind, (int)name, _detached >= 0 && row[_detached] == DetachedState, size));
        _sizeOf.Add((uint)Math.Min(size, uint.MaxValue));
        return true;
    }

    /// <summary>Takes the numbers of a reference; those of one object follow each other.</summary>
    public bool AddEdge(ReadOnlySpan<long> row)
    {
        while (_left == 0)
        {
            EndNode();
            if (++_node >= _typeOf.Count)
                return Fail($"it has more references than its {Quantities.Count(_typeOf.Count)} objects announce");
            _left = _first[_node];
            _first[_node] = _targets.Count;
        }

        _left--;
        _taken++;
        var (type, name, to) = (row[_edgeType], row[_edgeName], row[_to]);
        if (type < 0 || to < 0 || to % meta.NodeWidth != 0 || to / meta.NodeWidth >= _typeOf.Count)
            return Fail($"reference {_taken - 1:N0} of object {_node:N0} leads to no object");
        if (type == _weak || (type == _shortcut && _node != 0)) return true;
        var isNamed = type != _element && type != _hidden;
        if (isNamed && name is < 0 or >= Limits.HeapTexts) return Fail($"the name of reference {_taken - 1:N0} is out of range");
        _isContext |= type == _context;
        _targets.Add((int)(to / meta.NodeWidth));
        _names.Add(isNamed ? (int)name : Unnamed);
        if (_node == 0 && type == _shortcut) _globals.Add(_targets[^1]);
        return true;
    }

    /// <summary>All objects and references were taken: texts may follow.</summary>
    public bool EndEdges()
    {
        if (_taken != _announced)
            return Fail($"its objects announce {Quantities.Count(_announced)} references, but it has {Quantities.Count(_taken)}");
        for (EndNode(); ++_node < _typeOf.Count;) _first[_node] = _targets.Count;
        _first.Add(_targets.Count);
        foreach (var name in _names)
        {
            if (name >= 0) _texts.Want(name);
        }

        foreach (var name in _kinds.Names) _texts.Want(name);
        return true;
    }

    /// <summary>Takes the next text.</summary>
    public void AddText(JsonScanner json) => _texts.Add(json);

    /// <summary>The graph; null where a name is missing.</summary>
    public HeapGraph? Build()
    {
        if (!_texts.HasAll)
        {
            Fail($"names are missing: it has {Quantities.Count(_texts.Count)} texts");
            return null;
        }

        var types = _kinds.Build(_texts.NameOf);
        NameReferences(types);
        return new HeapGraph
        {
            Runtime = Runtimes.Node,
            IsLibrary = V8TypeNames.IsLibrary,
            Types = types.Names,
            FollowedLast = types.FollowedLast,
            Kinds = types.Kinds,
            TypeOf = new Column<int>(_typeOf),
            SizeOf = new Column<uint>(_sizeOf),
            FirstReference = new Column<int>(_first),
            References = new Column<int>(_targets),
            ReferenceNames = new Column<int>(_names),
            Names = _texts.Kept,
            Roots = Roots(types),
        };
    }

    private bool Fail(string fault)
    {
        Fault ??= fault;
        return false;
    }

    /// <summary>Removes keys that are data from the names of an object's references.</summary>
    private void EndNode()
    {
        if (_node < 0) return;
        var from = _first[_node];
        if (!_isContext && _targets.Count - from > DictionaryKeys)
        {
            _ofType.Clear();
            for (var i = from; i < _targets.Count; i++)
            {
                if (_names[i] >= 0) CollectionsMarshal.GetValueRefOrAddDefault(_ofType, _typeOf[_targets[i]], out _)++;
            }

            for (var i = from; i < _targets.Count; i++)
            {
                if (_names[i] >= 0 && _ofType[_typeOf[_targets[i]]] > DictionaryKeys) _names[i] = Unnamed;
            }
        }

        _isContext = false;
    }

    private void NameReferences(V8Types types)
    {
        for (var node = 0; node < _typeOf.Count; node++)
        {
            var isTable = types.IsTable[_typeOf[node]];
            for (var i = _first[node]; i < _first[node + 1]; i++)
            {
                if (_names[i] < 0) continue;
                var name = _texts.KeptIndex(_names[i]);
                // A reference to itself retains nothing.
                if (isTable && name >= 0 && _texts.IsPartOfKey(name)) _targets[i] = node;
                _names[i] = name;
            }
        }
    }

    private List<HeapRoot> Roots(V8Types types)
    {
        var roots = new List<HeapRoot>();
        if (_typeOf.Count == 0) return roots;
        var seen = new HashSet<int> { 0 };
        var open = new Stack<int>();
        open.Push(0);
        while (open.TryPop(out var group))
        {
            var name = types.Names[_typeOf[group]];
            for (var i = _first[group]; i < _first[group + 1] && roots.Count < Limits.HeapRoots; i++)
            {
                var target = _targets[i];
                if (group == 0 && _globals.Contains(target)) roots.Add(new HeapRoot(target, HeapRootKind.Global, null));
                else if (!types.IsRootGroup[_typeOf[target]]) roots.Add(new HeapRoot(target, V8RootGroups.KindOf(name), name));
                else if (seen.Add(target)) open.Push(target);
            }
        }

        return roots;
    }

    /// <summary>The texts that are names of something.</summary>
    private sealed class SnapshotNames
    {
        private readonly ChunkedList<ulong> _wanted = [];
        private readonly List<string> _kept = [];
        private readonly HashSet<int> _partsOfKeys = [];
        private ChunkedList<int>? _before;
        private int _last = -1;
        private long _chars;

        public IReadOnlyList<string> Kept => _kept;

        public int Count { get; private set; }

        public bool HasAll => _last < Count;

        public long MemoryBytes => (8L * _wanted.Count) + (2 * _chars) + (32L * _kept.Count);

        public void Want(int text)
        {
            while (_wanted.Count <= text >> 6) _wanted.Add(0);
            _wanted.ItemRef(text >> 6) |= 1UL << (text & 63);
            _last = Math.Max(_last, text);
        }

        public void Add(JsonScanner json)
        {
            var text = Count++;
            if (text >> 6 >= _wanted.Count || (_wanted[text >> 6] & (1UL << (text & 63))) == 0 || _kept.Count >= Limits.HeapNames) return;
            var name = json.Text();
            if (name.Contains(PartOfKey, StringComparison.Ordinal))
            {
                name = WeakMapValue;
                _partsOfKeys.Add(_kept.Count);
            }

            _chars += name.Length;
            _kept.Add(name);
        }

        public bool IsPartOfKey(int kept) => _partsOfKeys.Contains(kept);

        /// <summary>Where a wanted text is among those kept; −1 when there were too many.</summary>
        public int KeptIndex(int text)
        {
            if (_before is null)
            {
                _before = new ChunkedList<int>(_wanted.Count);
                var sum = 0;
                for (var word = 0; word < _wanted.Count; word++)
                {
                    _before.Add(sum);
                    sum += BitOperations.PopCount(_wanted[word]);
                }
            }

            var index = _before[text >> 6] + BitOperations.PopCount(_wanted[text >> 6] & ((1UL << (text & 63)) - 1));
            return index < _kept.Count ? index : Unnamed;
        }

        public string? NameOf(int text) => KeptIndex(text) is >= 0 and var kept ? _kept[kept] : null;
    }
}
