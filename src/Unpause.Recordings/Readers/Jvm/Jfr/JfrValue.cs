namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// A value in a chunk, read in place: an event, a struct, a field of one, or a constant. What is missing,
/// because this JDK's event has no such field or the recording lacks the constant, is missing all the way down.
/// </summary>
internal readonly struct JfrValue
{
    private const int OfConstant = int.MinValue;

    private readonly JfrChunk? _chunk;
    private readonly JfrClass _type;
    private readonly JfrField? _field;
    private readonly int _place;
    private readonly long _key;

    private JfrValue(JfrChunk chunk, JfrClass type, JfrField? field, int at, long key)
    {
        _chunk = chunk;
        _type = type;
        _field = field;
        _place = at;
        _key = key;
    }

    /// <summary>Whether there is no such value.</summary>
    public bool IsMissing => _chunk is null;

    /// <summary>
    /// Its offset; negative when a constant is null or the recording names it but does not contain it.
    /// Most constants are only asked for their key.
    /// </summary>
    private int At => _place == OfConstant ? _chunk!.Find(_type, _key) : _place;

    private bool IsLost => _chunk is null || At < 0;

    /// <summary>The key of a constant; 0 of anything else, and of null.</summary>
    public long Key => _key;

    /// <summary>A field of a struct or constant.</summary>
    public JfrValue this[string name]
    {
        get
        {
            if (IsLost || _type.Encoding != JfrEncoding.Struct || _field is { IsArray: true }) return default;
            var cursor = new JfrCursor(_chunk!.Bytes, At);
            var fields = _type.Fields;
            foreach (var field in fields)
            {
                if (field.Name == name) return _chunk.Value(field, ref cursor);
                JfrClass.SkipField(field, ref cursor);
            }

            return default;
        }
    }

    /// <summary>A value at a place.</summary>
    public static JfrValue Create(JfrChunk chunk, JfrClass type, int at, JfrField? field = null) => new(chunk, type, field, at, 0);

    public static JfrValue Constant(JfrChunk chunk, JfrClass type, long key) => new(chunk, type, null, OfConstant, key);

    /// <summary>A number; null when it is missing or none.</summary>
    public long? Number()
    {
        if (IsLost) return null;
        var cursor = new JfrCursor(_chunk!.Bytes, At);
        long? value = _type.Encoding switch
        {
            JfrEncoding.Number => cursor.Number(),
            JfrEncoding.Byte => cursor.Byte(),
            _ => null,
        };
        return cursor.Failed ? null : value;
    }

    /// <summary>A count of bytes; null when it is missing or impossible.</summary>
    public long? Bytes() => Number() is >= 0 and <= Limits.HeapBytes and var bytes ? bytes : null;

    /// <summary>A length of time in nanoseconds; null when it is missing or impossible.</summary>
    public long? Nanoseconds() => Number() is { } number && number >= 0 ? _field?.Unit switch
    {
        JfrUnit.Ticks => _chunk!.Header.Nanoseconds(number),
        JfrUnit.Microseconds => Scaled(number, 1_000),
        JfrUnit.Milliseconds => Scaled(number, 1_000_000),
        JfrUnit.Seconds => Scaled(number, 1_000_000_000),
        _ => Scaled(number, 1),
    } : null;

    /// <summary>A moment in nanoseconds since 1970; null when it is missing or impossible.</summary>
    public long? UnixNanoseconds() => Number() is { } number ? _field?.Unit switch
    {
        JfrUnit.Ticks => _chunk!.Header.UnixNanoseconds(number),
        JfrUnit.UnixMilliseconds => Scaled(number, 1_000_000),
        _ => null,
    } : null;

    /// <summary>
    /// A string, or the string of a struct with one field (a collector's name, a cause, a symbol); null when missing.
    /// </summary>
    public string? Text()
    {
        var value = this;
        for (var depth = 0; depth < Limits.JfrStructDepth && !value.IsLost; depth++)
        {
            if (value._type.Encoding == JfrEncoding.Text) return value._chunk!.Text(value.At);
            if (value._type.Fields is not [var first, ..]) return null;
            value = value[first.Name];
        }

        return null;
    }

    /// <summary>The elements of an array, at most some.</summary>
    public IEnumerable<JfrValue> Elements(int most)
    {
        if (IsLost || _field is not { IsArray: true } field) yield break;
        var at = _chunk!.ArrayStart(At, out var count);
        for (var i = 0; i < count && i < most && at >= 0; i++) yield return _chunk.Element(field, ref at);
    }

    private static long? Scaled(long number, long factor) =>
        number < 0 || number > Limits.LongestNanoseconds / factor ? null : number * factor;
}

/// <summary>What a number of a flight recording counts, by its field's annotations.</summary>
internal enum JfrUnit
{
    /// <summary>A plain number, or a unit that nothing here needs.</summary>
    None,

    /// <summary>A moment or length of the JVM's counter.</summary>
    Ticks,

    Nanoseconds,

    Microseconds,

    Milliseconds,

    Seconds,

    /// <summary>Milliseconds since 1970.</summary>
    UnixMilliseconds,
}

/// <summary>Names of a chunk's classes, methods and call stacks, each made once: keys of constants are valid for one chunk only.</summary>
internal sealed class JfrNames
{
    private readonly Dictionary<long, string?> _classes = [];
    private readonly Dictionary<long, string?> _methods = [];
    private readonly Dictionary<long, IReadOnlyList<string>> _stacks = [];

    /// <summary>A class's name as Java writes it; null when the recording doesn't contain it.</summary>
    public string? Class(in JfrValue type)
    {
        if (!_classes.TryGetValue(type.Key, out var name)) _classes[type.Key] = name = JvmTypeNames.Readable(type["name"].Text());
        return name;
    }

    /// <summary>A stack's methods, the innermost first; empty when there is none.</summary>
    public IReadOnlyList<string> Stack(in JfrValue stack)
    {
        if (stack.Key == 0) return [];
        if (!_stacks.TryGetValue(stack.Key, out var methods)) _stacks[stack.Key] = methods = Methods(stack);
        return methods;
    }

    private List<string> Methods(in JfrValue stack)
    {
        var methods = new List<string>();
        foreach (var frame in stack["frames"].Elements(Limits.StackFrames))
        {
            if (Method(frame["method"]) is { } method) methods.Add(method);
        }

        return methods;
    }

    private string? Method(in JfrValue method)
    {
        if (!_methods.TryGetValue(method.Key, out var name))
        {
            var type = Class(method["type"]);
            var own = method["name"].Text();
            _methods[method.Key] = name = own is null ? null : type is null ? own : $"{type}.{own}";
        }

        return name;
    }
}
