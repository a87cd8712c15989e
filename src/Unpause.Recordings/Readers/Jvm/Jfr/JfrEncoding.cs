namespace Unpause.Recordings.Readers.Jvm.Jfr;

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
