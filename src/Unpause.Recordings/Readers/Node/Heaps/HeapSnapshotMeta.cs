namespace Unpause.Recordings.Readers.Node.Heaps;

/// <summary>
/// What the head of a heap snapshot says of its numbers: how many each object and each reference has, and which is which. Fields were
/// added over time (Node.js 8: 6 of an object, 15 and later: 7) and are found by their names.
/// </summary>
internal sealed class HeapSnapshotMeta
{
    private const int MostNames = 256;

    private readonly List<string> _nodeFields = [], _nodeTypes = [], _edgeFields = [], _edgeTypes = [];

    /// <summary>Objects that the head announces; null when it does not.</summary>
    public long? Nodes { get; private set; }

    /// <summary>References that the head announces; null when it does not.</summary>
    public long? Edges { get; private set; }

    public int NodeWidth => _nodeFields.Count;

    public int EdgeWidth => _edgeFields.Count;

    /// <summary>Where a number of an object is; −1 when it has none.</summary>
    public int NodeField(string name) => _nodeFields.IndexOf(name);

    /// <summary>Where a number of a reference is; −1 when it has none.</summary>
    public int EdgeField(string name) => _edgeFields.IndexOf(name);

    /// <summary>The number of a kind of reference; −1 when there is none.</summary>
    public int EdgeType(string name) => _edgeTypes.IndexOf(name);

    /// <summary>V8's kinds of objects by their number.</summary>
    public IReadOnlyList<string> NodeTypes => _nodeTypes;

    /// <summary>Whether all is there that a graph needs.</summary>
    public bool IsComplete =>
        NodeField("type") >= 0 && NodeField("name") >= 0 && NodeField("self_size") >= 0 && NodeField("edge_count") >= 0
        && EdgeField("type") >= 0 && EdgeField("name_or_index") >= 0 && EdgeField("to_node") >= 0 && _nodeTypes.Count > 0
        && _edgeTypes.Count > 0;

    /// <summary>Reads the object behind the key <c>snapshot</c>; false when the input ends in it.</summary>
    public bool TryRead(JsonScanner json)
    {
        var (objects, arrays) = (0, 0);
        List<string>? names = null;
        var (wantedDepth, count) = (0, false);
        var isNodes = false;
        while (true)
        {
            switch (json.Next())
            {
                case JsonMark.End: return false;
                case JsonMark.ObjectStart: objects++; break;
                case JsonMark.ObjectEnd when --objects <= 0: return true;
                case JsonMark.ArrayStart: arrays++; break;
                case JsonMark.ArrayEnd: arrays = Math.Max(0, arrays - 1); break;
                case JsonMark.Key:
                    // The names of kinds are an array in the array of what each field is.
                    (names, wantedDepth) = Encoding.UTF8.GetString(json.Raw) switch
                    {
                        "node_fields" => (_nodeFields, 1),
                        "node_types" => (_nodeTypes, 2),
                        "edge_fields" => (_edgeFields, 1),
                        "edge_types" => (_edgeTypes, 2),
                        _ => ((List<string>?)null, 0),
                    };
                    isNodes = json.Raw.SequenceEqual("node_count"u8);
                    count = isNodes || json.Raw.SequenceEqual("edge_count"u8);
                    arrays = 0;
                    break;
                case JsonMark.Text when names is not null && arrays == wantedDepth:
                    if (names.Count == MostNames) return false;
                    names.Add(json.Text());
                    break;
                case JsonMark.Number when count:
                    if (isNodes) Nodes = json.Number;
                    else Edges = json.Number;
                    count = false;
                    break;
            }
        }
    }
}
