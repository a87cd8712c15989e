using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>A class of the metadata: an event, a struct or a primitive. Its values have no size of their own and must be walked.</summary>
/// <param name="id">Its number in this recording.</param>
/// <param name="name">Its name: <c>jdk.GarbageCollection</c>, <c>jdk.types.StackTrace</c>, <c>long</c>.</param>
internal sealed class JfrClass(long id, string name)
{
    private readonly List<JfrField> _fields = [];
    private int _numbers;

    /// <summary>The class of what no metadata describes: it can't be walked.</summary>
    public static JfrClass Unknown { get; } = new(-1, "");

    public long Id { get; } = id;

    public string Name { get; } = name;

    /// <summary>How its values are encoded.</summary>
    public JfrEncoding Encoding { get; } = EncodingOf(name);

    /// <summary>Its fields in the order of the bytes.</summary>
    public ReadOnlySpan<JfrField> Fields => CollectionsMarshal.AsSpan(_fields);

    public void Add(JfrField field) => _fields.Add(field);

    /// <summary>
    /// Notes whether values are nothing but compressed integers, which most are; to be called when all classes are known.
    /// </summary>
    public void Measure() => _numbers = _fields.TrueForAll(IsNumber) ? _fields.Count : -1;

    /// <summary>Passes over a value.</summary>
    /// <param name="cursor">At the value.</param>
    /// <param name="depth">How many structs contain it.</param>
    public void Skip(ref JfrCursor cursor, int depth = 0)
    {
        switch (Encoding)
        {
            case JfrEncoding.Number: cursor.Number(); return;
            case JfrEncoding.Byte: cursor.Byte(); return;
            case JfrEncoding.Float: cursor.Take(4); return;
            case JfrEncoding.Double: cursor.Take(8); return;
            case JfrEncoding.Text: JfrText.Skip(ref cursor); return;
        }

        if (_numbers > 0)
        {
            cursor.SkipNumbers(_numbers);
            return;
        }

        // A struct without fields takes no bytes, so an array of them would never end.
        if (_fields.Count == 0 || depth > Limits.JfrStructDepth)
        {
            cursor.Take(long.MaxValue);
            return;
        }

        foreach (var field in _fields)
        {
            // Structs within structs: each field that is tried after the end would try all of its own, down to the greatest depth.
            if (cursor.Failed) return;
            SkipField(field, ref cursor, depth);
        }
    }

    /// <summary>Passes over a field's value.</summary>
    public static void SkipField(JfrField field, ref JfrCursor cursor, int depth = 0)
    {
        if (field.IsArray)
        {
            var count = cursor.Number();
            if (field.IsConstant)
            {
                cursor.SkipNumbers(count);
            }
            else if (field.Type._numbers > 0 && field.Type.Encoding == JfrEncoding.Struct && count <= cursor.Remaining)
            {
                cursor.SkipNumbers(count * field.Type._numbers);
            }
            else
            {
                for (; count > 0 && !cursor.Failed; count--) field.Type.Skip(ref cursor, depth + 1);
            }
        }
        else if (field.IsConstant)
        {
            cursor.Number();
        }
        else
        {
            field.Type.Skip(ref cursor, depth + 1);
        }
    }

    private static bool IsNumber(JfrField field) => !field.IsArray && (field.IsConstant || field.Type.Encoding == JfrEncoding.Number);

    private static JfrEncoding EncodingOf(string name) => name switch
    {
        "long" or "int" or "short" or "char" => JfrEncoding.Number,
        "byte" or "boolean" => JfrEncoding.Byte,
        "float" => JfrEncoding.Float,
        "double" => JfrEncoding.Double,
        "java.lang.String" => JfrEncoding.Text,
        _ => JfrEncoding.Struct,
    };
}

/// <summary>A field of a class, as the metadata describes it.</summary>
/// <param name="typeId">The id of its class.</param>
/// <param name="isConstant">Whether the value is a key into the class's constant pool.</param>
/// <param name="isArray">Whether it is an array.</param>
internal sealed class JfrField(string name, long typeId, bool isConstant, bool isArray)
{
    public string Name { get; } = name;

    public long TypeId { get; } = typeId;

    public bool IsConstant { get; } = isConstant;

    public bool IsArray { get; } = isArray;

    public JfrClass Type { get; set; } = JfrClass.Unknown;

    /// <summary>What a number in it counts.</summary>
    public JfrUnit Unit { get; set; }
}

/// <summary>How a class's values are encoded.</summary>
internal enum JfrEncoding
{
    /// <summary>Its fields, one after the other.</summary>
    Struct,

    /// <summary>A compressed integer: long, int, short, char.</summary>
    Number,

    /// <summary>One byte: byte, boolean.</summary>
    Byte,

    /// <summary>Four bytes, big-endian.</summary>
    Float,

    /// <summary>Eight bytes, big-endian.</summary>
    Double,

    /// <summary>A string: see <see cref="JfrText"/>.</summary>
    Text,
}
