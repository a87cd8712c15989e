using System.Globalization;
using System.Numerics;

namespace Unpause;

/// <summary>
/// A sum of times or sizes from recordings and requests, which may be damaged or hostile. It is never negative: what is
/// less than nothing is no time and no size, and adds nothing. It is exact whatever is added; as a number it is held at the largest
/// <see cref="long"/>, and then <see cref="IsAtLeast"/>.
/// </summary>
public readonly record struct Total : IComparable<Total>, IFormattable, IAdditionOperators<Total, Total, Total>
{
    private readonly UInt128 _sum;

    private Total(UInt128 sum) => _sum = sum;

    /// <summary>The sum, or the largest number when it is greater than that.</summary>
    internal long Value => IsAtLeast ? long.MaxValue : (long)_sum;

    /// <summary>Whether the sum is greater than <see cref="Value"/>: then that is only a lower bound.</summary>
    internal bool IsAtLeast => _sum > (UInt128)long.MaxValue;

    /// <summary>Adds a number; a negative one adds nothing.</summary>
    public static Total operator +(Total total, long value) => value > 0 ? new Total(total._sum + (ulong)value) : total;

    /// <summary>Adds another sum.</summary>
    public static Total operator +(Total left, Total right) => new(left._sum + right._sum);

    /// <summary>The sum as a number: <see cref="Value"/>.</summary>
    public static implicit operator long(Total total) => total.Value;

    /// <summary>Of one number.</summary>
    internal static Total Of(long value) => default(Total) + value;

    /// <summary>Of a number of each item.</summary>
    internal static Total Of<T>(IEnumerable<T> items, Func<T, long> value)
    {
        var total = default(Total);
        foreach (var item in items) total += value(item);
        return total;
    }

    /// <summary>The mean of what was added, also where the sum is too large for a number.</summary>
    /// <param name="count">How many numbers were added, at least one.</param>
    internal double Mean(long count) => (double)_sum / count;

    /// <summary>Orders by the whole sum.</summary>
    public int CompareTo(Total other) => _sum.CompareTo(other._sum);

    /// <summary>The number, with "at least" when the sum is greater.</summary>
    public override string ToString() => ToString(null, CultureInfo.InvariantCulture);

    /// <summary>The number in a format of numbers, with "at least" when the sum is greater.</summary>
    public string ToString(string? format, IFormatProvider? formatProvider) =>
        (IsAtLeast ? "at least " : "") + Value.ToString(format, formatProvider);
}
