using System.Runtime.CompilerServices;

namespace Unpause.Collections.Tests;

[InlineArray(2500)]
internal struct TenThousandBytes
{
    private int _first;
}

/// <summary>A struct of which eight make a chunk: chunk borders everywhere at little cost.</summary>
internal struct Large : IEquatable<Large>, IComparable<Large>
{
    private TenThousandBytes _bytes;

    public Large(int value)
    {
        _bytes[0] = value;
        _bytes[2499] = value;
    }

    public readonly int Value => _bytes[0] == _bytes[2499] ? _bytes[0] : throw new InvalidOperationException("torn");

    public readonly bool Equals(Large other) => Value == other.Value;

    public override readonly bool Equals(object? obj) => obj is Large other && Equals(other);

    public override readonly int GetHashCode() => Value / 3;

    public readonly int CompareTo(Large other) => Value.CompareTo(other.Value);

    public override readonly string ToString() => $"{Value}";
}

/// <summary>A struct of 12 bytes with a reference; the hash collides often.</summary>
internal readonly record struct Mixed(string Text, int Number) : IComparable<Mixed>
{
    public int CompareTo(Mixed other) => (Number, Text).CompareTo((other.Number, other.Text));

    public override int GetHashCode() => Number & 7;
}

/// <summary>Half a chunk and more: one element a chunk.</summary>
[InlineArray(50_000)]
internal struct FiftyThousandBytes
{
    private byte _first;
}
