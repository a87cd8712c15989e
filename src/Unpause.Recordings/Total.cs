using System.Globalization;
using System.Numerics;

namespace Unpause.Recordings;

/// <summary>
/// A sum of times or sizes from recordings and requests, which may be damaged or hostile. It is never negative: a negative time or size
/// adds nothing. It is exact whatever is added; as a number it is limited to the largest
/// <see cref="long"/>, and then <see cref="IsAtLeast"/>.
/// </summary>
public readonly record struct Total : IComparable<Total>, IFormattable, IAdditionOperators<Total, Total, Total>
{
    private const double TwoToThe64 = 18446744073709551616.0;

    // Two words and not a UInt128: code that touches one is compiled anew at each start, because of how it is passed.
    private readonly ulong _low;
    private readonly ulong _high;

    private Total(ulong low, ulong high) => (_low, _high) = (low, high);

    /// <summary>The sum, or the largest number when it is greater than that.</summary>
    public long Value => IsAtLeast ? long.MaxValue : (long)_low;

    /// <summary>Whether the sum is greater than <see cref="Value"/>: then that is only a lower bound.</summary>
    internal bool IsAtLeast => _high > 0 || _low > long.MaxValue;

    /// <summary>Adds a number; a negative one adds nothing.</summary>
    public static Total operator +(Total total, long value) => value > 0 ? Sum(total, (ulong)value, 0) : total;

    public static Total operator +(Total left, Total right) => Sum(left, right._low, right._high);

    /// <summary>The sum as a number: <see cref="Value"/>.</summary>
    public static implicit operator long(Total total) => total.Value;

    public static Total From(long value) => default(Total) + value;

    /// <summary>Of a number of each item.</summary>
    public static Total Sum<T>(IEnumerable<T> items, Func<T, long> value)
    {
        var total = default(Total);
        foreach (var item in items) total += value(item);
        return total;
    }

    /// <summary>The mean of what was added, also where the sum is too large for a number.</summary>
    /// <param name="count">How many numbers were added, at least one.</param>
    public double Mean(long count) => ((_high * TwoToThe64) + _low) / count;

    /// <summary>Orders by the whole sum.</summary>
    public int CompareTo(Total other) => _high != other._high ? _high.CompareTo(other._high) : _low.CompareTo(other._low);

    /// <summary>The number, with "at least" when the sum is greater.</summary>
    public override string ToString() => ToString(null, CultureInfo.InvariantCulture);

    /// <summary>The number in a format of numbers, with "at least" when the sum is greater.</summary>
    public string ToString(string? format, IFormatProvider? formatProvider) =>
        (IsAtLeast ? "at least " : "") + Value.ToString(format, formatProvider);

    private static Total Sum(Total total, ulong low, ulong high)
    {
        var sum = total._low + low;
        return new Total(sum, total._high + high + (sum < low ? 1UL : 0));
    }
}
