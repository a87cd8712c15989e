namespace Unpause.Recordings.Readers.Node.Profiles;

/// <summary>The call tree of a profile: places with their callers and hits. Nodes refer to each other by numbers of the file.</summary>
internal sealed class CallTree
{
    /// <summary>The name of what called everything.</summary>
    public const string Root = "(root)";

    private readonly ChunkedList<int> _parents = [], _names = [];
    private readonly ChunkedList<long> _hits = [], _ids = [], _wantedParents = [];
    private readonly Dictionary<long, int> _byId = [];
    private readonly Dictionary<long, int> _parentOfId = [];
    private readonly List<string> _texts = [];
    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);

    public int Count => _parents.Count;

    /// <summary>Whether there were more places than are kept.</summary>
    public bool IsFull { get; private set; }

    /// <summary>Whether a name is V8's own for something that is no function: <c>(program)</c>.</summary>
    public static bool IsV8s(string name) => name is ['(', .., ')'] and not "(anonymous)";

    /// <summary>Adds a place. Beyond <see cref="Limits.ProfileEntries"/> all are one.</summary>
    public int Add()
    {
        if (Count >= Limits.ProfileEntries)
        {
            IsFull = true;
            return Count - 1;
        }

        _parents.Add(-1);
        _names.Add(NumberOf(""));
        _hits.Add(0);
        _ids.Add(-1);
        _wantedParents.Add(-1);
        return Count - 1;
    }

    public void Identify(int node, long id)
    {
        _ids[node] = id;
        _byId.TryAdd(id, node);
    }

    /// <summary>Sets the caller by its number, which may come later.</summary>
    public void PutBelow(int node, long parentId) => _wantedParents[node] = parentId;

    /// <summary>Adds something that a place called, by its number, which may come later.</summary>
    public void AddChild(int node, long childId)
    {
        if (_parentOfId.Count < Limits.ProfileEntries) _parentOfId.TryAdd(childId, node);
    }

    public void Name(int node, string name) => _names[node] = NumberOf(name);

    public string Name(int node) => _texts[_names[node]];

    /// <summary>Where a place's name is in <see cref="Names"/>.</summary>
    public int NameIndex(int node) => _names[node];

    /// <summary>All names, each once.</summary>
    public IReadOnlyList<string> Names => _texts;

    public void AddHits(int node, long hits) => _hits[node] = Math.Min(_hits[node] + Math.Min(hits, Limits.HeapBytes), Limits.HeapBytes);

    public long Hits(int node) => _hits[node];

    public void ClearHits()
    {
        for (var i = 0; i < _hits.Count; i++) _hits[i] = 0;
    }

    /// <summary>The place with a number; −1 when there is none.</summary>
    public int Find(long id) => _byId.TryGetValue(id, out var node) ? node : -1;

    /// <summary>The caller; −1 when there is none.</summary>
    public int Parent(int node) => _parents[node] >= 0 ? _parents[node]
        : _wantedParents[node] >= 0 ? Find(_wantedParents[node])
        : _parentOfId.GetValueOrDefault(_ids[node], -1);

    /// <summary>Sets the caller.</summary>
    public void SetParent(int node, int parent) => _parents[node] = parent;

    private int NumberOf(string name)
    {
        if (_numbers.TryGetValue(name, out var number)) return number;
        if (_texts.Count >= Limits.CpuNames) return 0;
        _numbers.Add(name, _texts.Count);
        _texts.Add(name);
        return _texts.Count - 1;
    }
}
