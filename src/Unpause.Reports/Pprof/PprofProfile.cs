namespace Unpause.Reports.Pprof;

/// <summary>
/// A profile while it is made: strings, functions, places and samples, each numbered in the order in which it comes. Field numbers:
/// google/pprof, proto/profile.proto.
/// </summary>
internal sealed class PprofProfile
{
    private const int OnlyMapping = 1;

    private readonly Dictionary<string, long> _strings = new(StringComparer.Ordinal) { [""] = 0 };
    private readonly List<string> _stringTable = [""];
    private readonly Dictionary<string, long> _functions = new(StringComparer.Ordinal);
    private readonly ProfileMessage _types = new(), _samples = new(), _places = new(), _names = new(), _comments = new();
    private readonly ProfileMessage _one = new(), _part = new();

    /// <summary>Adds what samples count: <c>alloc_space</c>, <c>bytes</c>.</summary>
    public void AddType(string type, string unit) => _types.Add(1, _one.Clear().Add(1, IndexOf(type)).Add(2, IndexOf(unit)));

    /// <summary>Adds a sentence about it.</summary>
    public void AddComment(string text) => _comments.Add(13, IndexOf(text));

    /// <summary>Adds a sample.</summary>
    /// <param name="stack">Functions, the innermost first.</param>
    /// <param name="values">One for each type.</param>
    /// <param name="labels">Names with values; what is null isn't written.</param>
    public void AddSample(IEnumerable<string> stack, IEnumerable<long> values, params IEnumerable<(string Name, string? Value)> labels)
    {
        var places = stack.Select(PlaceOf).ToList();
        _one.Clear().Add(1, places).Add(2, values);
        foreach (var (name, value) in labels)
        {
            if (value is not null) _one.Add(3, _part.Clear().Add(1, IndexOf(name)).Add(2, IndexOf(value)));
        }

        _samples.Add(2, _one);
    }

    /// <summary>Writes it, unpacked.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="program">What it is of.</param>
    /// <param name="defaultType">What is shown unless something else is asked for.</param>
    public void Write(Stream output, string program, string defaultType)
    {
        // 7: has_functions, so that nobody looks for a file to find names in.
        var mapping = new ProfileMessage().Add(3, new ProfileMessage().Add(1, OnlyMapping).Add(5, IndexOf(program)).Add(7, 1));
        var last = new ProfileMessage().Add(14, IndexOf(defaultType));
        var strings = new ProfileMessage();
        foreach (var text in _stringTable) strings.Add(6, text);
        foreach (var part in (ProfileMessage[])[_types, _samples, mapping, _places, _names, strings, _comments, last])
        {
            output.Write(part.Bytes);
        }
    }

    /// <summary>The place in code that stands for a function.</summary>
    private long PlaceOf(string function)
    {
        if (_functions.TryGetValue(function, out var known)) return known;
        var id = _functions.Count + 1L;
        _functions.Add(function, id);
        _names.Add(5, _part.Clear().Add(1, id).Add(2, IndexOf(function)).Add(3, IndexOf(function)));
        var line = new ProfileMessage().Add(1, id);
        _places.Add(4, _part.Clear().Add(1, id).Add(2, OnlyMapping).Add(4, line));
        return id;
    }

    private long IndexOf(string text)
    {
        if (_strings.TryGetValue(text, out var known)) return known;
        _strings.Add(text, _stringTable.Count);
        _stringTable.Add(text);
        return _stringTable.Count - 1;
    }
}
