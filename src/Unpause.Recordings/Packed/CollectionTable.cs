namespace Unpause.Recordings.Packed;

/// <summary>
/// The collections of a recording, one packed column per property. A recording may contain a million collections with
/// different properties, and what is not recorded takes no memory.
/// </summary>
internal sealed class CollectionTable : PackedList<Collection>
{
    private readonly PackedLongs[] _columns = new PackedLongs[Enum.GetValues<CollectionColumn>().Length];
    private readonly PackedNames _names;
    private readonly List<IReadOnlyList<string>> _marks;
    private readonly Dictionary<string, int> _markIndexes = new(StringComparer.Ordinal);

    /// <summary>Makes one without collections.</summary>
    public CollectionTable()
        : this(new PackedNames(), [])
    {
    }

    private CollectionTable(PackedNames names, List<IReadOnlyList<string>> marks)
    {
        (_names, _marks) = (names, marks);
        foreach (ref var column in _columns.AsSpan()) column = new PackedLongs();
    }

    /// <inheritdoc/>
    protected override long PackedBytes
    {
        get
        {
            long sum = 0;
            foreach (var column in _columns) sum += column.MemoryBytes;
            return sum;
        }
    }

    /// <summary>Adds a collection of which nothing but its number is known.</summary>
    /// <returns>Its index.</returns>
    public int Add(long number)
    {
        // Numbers mostly go up by one, as indexes do.
        _columns[(int)CollectionColumn.Number].Set(Count, unchecked(number - Count));
        return Grow();
    }

    /// <summary>The runtime's own number of a collection.</summary>
    public long NumberOf(int index) => unchecked(_columns[(int)CollectionColumn.Number][index] + index);

    /// <summary>A property; null where it isn't known.</summary>
    public long? Get(int index, CollectionColumn column) =>
        _columns[(int)column][index] is var value and not PackedBlock.Unknown ? value : null;

    public void Set(int index, CollectionColumn column, long? value) =>
        _columns[(int)column].Set(index, value ?? PackedBlock.Unknown);

    /// <summary>A property that is a name; null where it isn't known.</summary>
    public string? NameOf(int index, CollectionColumn column) => _names[_columns[(int)column][index]];

    /// <summary>Sets a property that is a name.</summary>
    public void SetName(int index, CollectionColumn column, string? name) =>
        _columns[(int)column].Set(index, _names.GetOrAdd(name));

    /// <summary>Whether a property is so; what isn't known is not.</summary>
    public bool Is(int index, CollectionColumn column) => _columns[(int)column][index] == 1;

    /// <summary>Sets a property that is so or not.</summary>
    public void Set(int index, CollectionColumn column, bool value) => _columns[(int)column].Set(index, value ? 1 : 0);

    /// <summary>Facts of one runtime; null where there are none.</summary>
    public IReadOnlyList<string>? MarksOf(int index) =>
        _columns[(int)CollectionColumn.Marks][index] is var marks and not PackedBlock.Unknown ? _marks[(int)marks] : null;

    /// <summary>Sets the runtime-specific facts. There are few different ones; each is stored once.</summary>
    public void SetMarks(int index, IReadOnlyList<string>? marks)
    {
        long number = PackedBlock.Unknown;
        if (marks is not null)
        {
            var key = marks.Count == 1 ? marks[0] : string.Join('\n', marks);
            if (!_markIndexes.TryGetValue(key, out var known))
            {
                known = _marks.Count;
                _marks.Add(marks);
                _markIndexes.Add(key, known);
            }

            number = known;
        }

        _columns[(int)CollectionColumn.Marks].Set(index, number);
    }

    /// <summary>The same with other times; nothing may be added to either.</summary>
    public CollectionTable Moved(long by)
    {
        var moved = new CollectionTable(_names, _marks);
        for (var index = 0; index < Count; index++)
        {
            foreach (var (column, values) in _columns.Index()) moved._columns[column].Set(index, values[index]);
            moved.Grow();
        }

        moved.Move(by);
        return moved;
    }

    /// <summary>Some of them with other times; nothing may be added to either.</summary>
    public CollectionTable Chosen(IReadOnlyList<int> indexes, long by)
    {
        var chosen = new CollectionTable(_names, _marks);
        for (var place = 0; place < indexes.Count; place++)
        {
            foreach (var (column, values) in _columns.Index()) chosen._columns[column].Set(place, values[indexes[place]]);
            chosen._columns[(int)CollectionColumn.Number].Set(place, unchecked(NumberOf(indexes[place]) - place));
            chosen.Grow();
        }

        chosen.Move(by);
        return chosen;
    }

    public void Move(long by)
    {
        _columns[(int)CollectionColumn.Start].Move(by);
        _columns[(int)CollectionColumn.End].Move(by);
    }

    /// <inheritdoc/>
    protected override Collection Read(int index) => new(this, index);

    /// <inheritdoc/>
    protected override void Read(int block, Span<Collection> into)
    {
        for (var i = 0; i < into.Length; i++) into[i] = new Collection(this, (block * PackedBlock.Length) + i);
    }
}
