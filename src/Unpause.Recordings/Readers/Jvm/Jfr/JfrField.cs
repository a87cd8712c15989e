namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>A field of a class, as the metadata describes it.</summary>
/// <param name="name">Its name.</param>
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
