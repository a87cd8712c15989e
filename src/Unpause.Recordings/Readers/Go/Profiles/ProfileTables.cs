using System.Text;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// What the samples of a profile refer to: strings, functions, places in code, mappings; and its own description. Source of the field
/// numbers: google/pprof, proto/profile.proto.
/// </summary>
internal sealed class ProfileTables
{
    private readonly ReadOnlyMemory<byte> _message;
    private readonly List<(int Start, int Length)> _strings = [];
    private readonly Dictionary<int, string> _decoded = [];
    private readonly Dictionary<ulong, (long Name, long File)> _functions = [];
    private readonly Dictionary<ulong, (int Start, int Length)> _locations = [];
    private readonly Dictionary<ulong, int[]> _frames = [];
    private readonly List<ProfileMapping> _mappings = [];
    private readonly List<(long Type, long Unit)> _types = [];
    private long _defaultType;

    /// <summary>Goes over a whole message.</summary>
    public ProfileTables(ReadOnlyMemory<byte> message)
    {
        _message = message;
        var fields = new ProtobufFields(message.Span);
        while (Fault is null && fields.MoveNext()) Take(fields);
        if (fields.Broken) Fault = "it is truncated or damaged";
    }

    /// <summary>Why it cannot be read, as a phrase; null when it can.</summary>
    public string? Fault { get; private set; }

    /// <summary>What is counted: <c>alloc_space</c>, in the order of a sample's values.</summary>
    public IReadOnlyList<string> Types => [.. _types.Select(type => Text(type.Type) ?? "?")];

    /// <summary>The sample type that is shown by default; empty when it is not recorded.</summary>
    public string DefaultType => Text(_defaultType) ?? "";

    /// <summary>What was mapped into the process, in the profile's order: its program first.</summary>
    public IReadOnlyList<ProfileMapping> Mappings => _mappings;

    /// <summary>When it was taken, in nanoseconds since 1970; null when that is not recorded.</summary>
    public long? UnixNanoseconds { get; private set; }

    /// <summary>How long it counted, in nanoseconds; null when that is not recorded.</summary>
    public long? DurationNanoseconds { get; private set; }

    /// <summary>What lies between two samples, in the unit of what is counted; null when it is not recorded.</summary>
    public long? Period { get; private set; }

    /// <summary>Ids, and indexes of strings, that nothing has.</summary>
    public long Unknown { get; private set; }

    /// <summary>About how much memory it takes.</summary>
    public long MemoryBytes => _message.Length + (_strings.Count * 8L) + ((_functions.Count + _locations.Count + _frames.Count) * 48L);

    /// <summary>A string; null where there is none of that index.</summary>
    public string? Text(long index)
    {
        if (index < 0 || index >= _strings.Count) return null;
        if (_decoded.TryGetValue((int)index, out var known)) return known;
        var (start, length) = _strings[(int)index];
        var text = Encoding.UTF8.GetString(_message.Span.Slice(start, Math.Min(length, Limits.NameBytes)));
        _decoded.Add((int)index, text);
        return text;
    }

    /// <summary>
    /// The functions at a place in code as indexes of their names, those that were inlined first; empty for a place that isn't known, and
    /// -1 for a function without a name.
    /// </summary>
    public int[] FramesAt(ulong location)
    {
        if (_frames.TryGetValue(location, out var known)) return known;
        if (!_locations.TryGetValue(location, out var at))
        {
            Unknown++;
            return [];
        }

        var frames = new List<int>();
        for (var fields = new ProtobufFields(_message.Span.Slice(at.Start, at.Length)); fields.MoveNext();)
        {
            if (fields.Number == 4 && frames.Count < Limits.StackFrames) frames.Add(FunctionOf(fields.Bytes));
        }

        // Code without symbols.
        if (frames.Count == 0) frames.Add(-1);
        return _frames[location] = [.. frames];
    }

    /// <summary>Whether a Go compiler made the program: functions lie in .go files, or are of Go's runtime.</summary>
    public bool IsOfGo()
    {
        foreach (var (name, file) in _functions.Values)
        {
            if (Ends(file, ".go"u8) || Begins(name, "runtime."u8)) return true;
        }

        return false;
    }

    /// <summary>Whether it has any function.</summary>
    public bool HasFunctions => _functions.Count > 0;

    private void Take(ProtobufFields field)
    {
        switch (field.Number)
        {
            case 1:
                TakeType(field.Bytes);
                break;
            case 3 when _mappings.Count < Limits.ProfileEntries:
                _mappings.Add(ProfileMapping.Read(field.Bytes));
                break;
            case 4 when _locations.Count < Limits.ProfileEntries:
                if (IdOf(field.Bytes) is { } location) _locations.TryAdd(location, (field.Offset, field.Bytes.Length));
                break;
            case 5 when _functions.Count < Limits.ProfileEntries:
                TakeFunction(field.Bytes);
                break;
            case 6 when _strings.Count < Limits.ProfileEntries:
                _strings.Add((field.Offset, field.Bytes.Length));
                break;
            case 3 or 4 or 5 or 6:
                Fault = $"it has more than {Limits.ProfileEntries:N0} locations, functions or strings";
                break;
            case 9:
                UnixNanoseconds = Positive(field.Value);
                break;
            case 10:
                DurationNanoseconds = Positive(field.Value);
                break;
            case 12:
                Period = Positive(field.Value);
                break;
            case 14:
                _defaultType = Index(field.Value);
                break;
        }
    }

    private void TakeType(ReadOnlySpan<byte> message)
    {
        const int MostTypes = 32;
        var (type, unit) = (0L, 0L);
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            if (fields.Number == 1) type = Index(fields.Value);
            else if (fields.Number == 2) unit = Index(fields.Value);
        }

        if (_types.Count < MostTypes) _types.Add((type, unit));
    }

    private void TakeFunction(ReadOnlySpan<byte> message)
    {
        var (id, name, file) = (0UL, -1L, -1L);
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            if (fields.Number == 1) id = fields.Value;
            else if (fields.Number == 2) name = Index(fields.Value);
            else if (fields.Number == 4) file = Index(fields.Value);
        }

        _functions.TryAdd(id, (name, file));
    }

    private int FunctionOf(ReadOnlySpan<byte> line)
    {
        for (var fields = new ProtobufFields(line); fields.MoveNext();)
        {
            if (fields.Number != 1) continue;
            if (_functions.TryGetValue(fields.Value, out var function) && function.Name >= 0 && function.Name < _strings.Count)
            {
                return (int)function.Name;
            }

            Unknown++;
            break;
        }

        return -1;
    }

    private static ulong? IdOf(ReadOnlySpan<byte> message)
    {
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            if (fields.Number == 1) return fields.Value;
        }

        return null;
    }

    private bool Ends(long index, ReadOnlySpan<byte> end) => Utf8(index).EndsWith(end);

    private bool Begins(long index, ReadOnlySpan<byte> start) => Utf8(index).StartsWith(start);

    private ReadOnlySpan<byte> Utf8(long index) =>
        index >= 0 && index < _strings.Count ? _message.Span.Slice(_strings[(int)index].Start, _strings[(int)index].Length) : default;

    private static long Index(ulong value) => value <= int.MaxValue ? (long)value : -1;

    private static long? Positive(ulong value) => value is > 0 and <= long.MaxValue ? (long)value : null;
}

/// <summary>A file, or code of the kernel, in a process's memory.</summary>
/// <param name="File">Index of its name.</param>
/// <param name="BuildId">Index of what its linker signed it with.</param>
internal readonly record struct ProfileMapping(ulong Start, long File, long BuildId)
{
    /// <summary>Reads one (google/pprof, profile.proto, Mapping).</summary>
    public static ProfileMapping Read(ReadOnlySpan<byte> message)
    {
        var mapping = new ProfileMapping(0, 0, 0);
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            mapping = fields.Number switch
            {
                2 => mapping with { Start = fields.Value },
                5 => mapping with { File = (long)Math.Min(fields.Value, int.MaxValue) },
                6 => mapping with { BuildId = (long)Math.Min(fields.Value, int.MaxValue) },
                _ => mapping,
            };
        }

        return mapping;
    }
}
