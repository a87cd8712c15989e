namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// A chunk's description of its own types: an event of type 0 with a table of strings and a tree of elements
/// (<c>root</c> → <c>metadata</c> → <c>class</c> → <c>field</c> → <c>annotation</c>), whose names and attributes are numbers of
/// strings. Source: <c>jdk.jfr.internal.MetadataWriter</c> of JDK 11-25.
/// </summary>
internal sealed class JfrMetadata
{
    private readonly Dictionary<long, JfrClass> _classes = [];
    private readonly List<(JfrField Field, long Annotation, string Value)> _annotations = [];
    private readonly List<(string Name, string Value)> _attributes = [];
    private string[] _strings = [];
    private JfrClass? _class;
    private JfrField? _field;

    private JfrMetadata()
    {
    }

    /// <summary>Every class by its number.</summary>
    public IReadOnlyDictionary<long, JfrClass> Classes => _classes;

    /// <summary>Reads a metadata event; null when it is damaged.</summary>
    /// <param name="bytes">The chunk, up to the event's end.</param>
    /// <param name="at">Where the event's fields begin, behind its size and type.</param>
    public static JfrMetadata? Read(ReadOnlySpan<byte> bytes, int at)
    {
        var cursor = new JfrCursor(bytes, at);
        cursor.SkipNumbers(3); // start, duration, number of the description
        var count = cursor.Number();
        if (count < 0 || count > cursor.Remaining) return null;
        var metadata = new JfrMetadata { _strings = new string[count] };
        for (var i = 0; i < count; i++) metadata._strings[i] = JfrText.Read(ref cursor, out _) ?? "";
        metadata.ReadElement(ref cursor, 0);
        if (cursor.Failed || metadata._classes.Count == 0) return null;
        metadata.Link();
        return metadata;
    }

    private void ReadElement(ref JfrCursor cursor, int depth)
    {
        var name = Text(cursor.Number());
        var attributes = cursor.Number();
        _attributes.Clear();
        for (; attributes > 0 && !cursor.Failed; attributes--) _attributes.Add((Text(cursor.Number()), Text(cursor.Number())));
        Take(name);
        var children = cursor.Number();
        if (depth >= Limits.JfrStructDepth && children > 0) cursor.Take(long.MaxValue);
        var outerField = _field;
        for (; children > 0 && !cursor.Failed; children--)
        {
            ReadElement(ref cursor, depth + 1);
            _field = outerField;
        }

        if (name == "class") _class = null;
    }

    private void Take(string element)
    {
        switch (element)
        {
            case "class":
                _field = null;
                _class = new JfrClass(Number("id"), NameOf(Attribute("name")));
                _classes[_class.Id] = _class;
                break;
            case "field" when _class is not null:
                _field = new JfrField(Attribute("name"), Number("class"), Attribute("constantPool") == "true", Number("dimension") > 0);
                _class.Add(_field);
                break;
            case "annotation" when _field is not null:
                _annotations.Add((_field, Number("class"), Attribute("value")));
                break;
        }
    }

    /// <summary>Gives every field its class and unit: elements may name classes that come later.</summary>
    private void Link()
    {
        foreach (var type in _classes.Values)
        {
            foreach (var field in type.Fields) field.Type = _classes.GetValueOrDefault(field.TypeId, JfrClass.Unknown);
        }

        foreach (var (field, annotation, value) in _annotations)
        {
            if (_classes.TryGetValue(annotation, out var type) && UnitOf(type.Name, value) is var unit and not JfrUnit.None)
            {
                field.Unit = unit;
            }
        }

        foreach (var type in _classes.Values) type.Measure();
    }

    private static JfrUnit UnitOf(string annotation, string value) => (annotation, value) switch
    {
        ("jdk.jfr.Timestamp" or "jdk.jfr.Timespan", "TICKS") => JfrUnit.Ticks,
        ("jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH") => JfrUnit.UnixMilliseconds,
        ("jdk.jfr.Timespan", "NANOSECONDS") => JfrUnit.Nanoseconds,
        ("jdk.jfr.Timespan", "MICROSECONDS") => JfrUnit.Microseconds,
        ("jdk.jfr.Timespan", "MILLISECONDS") => JfrUnit.Milliseconds,
        ("jdk.jfr.Timespan", "SECONDS") => JfrUnit.Seconds,
        _ => JfrUnit.None,
    };

    /// <summary>A class's name since JDK 11: in JDK 9 and 10 events were <c>com.oracle.jdk.GarbageCollection</c>.</summary>
    private static string NameOf(string written)
    {
        const string before = "com.oracle.jdk.";
        return written.StartsWith(before, StringComparison.Ordinal) ? "jdk." + written[before.Length..] : written;
    }

    private string Text(long number) => (ulong)number < (ulong)_strings.Length ? _strings[number] : "";

    private string Attribute(string name)
    {
        foreach (var (key, value) in _attributes)
        {
            if (key == name) return value;
        }

        return "";
    }

    private long Number(string attribute) => long.TryParse(Attribute(attribute), out var number) ? number : 0;
}
