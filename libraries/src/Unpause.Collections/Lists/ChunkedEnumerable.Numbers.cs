namespace Unpause.Collections;

/// <content>Sums, means and extremes, chunk by chunk: the runtime's own are fast over arrays and lists alone.</content>
public static partial class ChunkedEnumerable
{
    /// <summary>The sum of all elements.</summary>
    /// <exception cref="OverflowException">It is no int.</exception>
    public static int Sum(this ChunkedListBase<int> source) => checked((int)Total(source));

    /// <inheritdoc cref="Sum(ChunkedListBase{int})"/>
    /// <exception cref="OverflowException">It is no long, or becomes none on the way.</exception>
    public static long Sum(this ChunkedListBase<long> source)
    {
        Throw.IfNull(source, nameof(source));
        var sum = 0L;
        foreach (var span in source.ChunkSpans) sum = checked(sum + SpanNumbers.Sum(span));
        return sum;
    }

    /// <inheritdoc cref="Sum(ChunkedListBase{int})"/>
    public static double Sum(this ChunkedListBase<double> source)
    {
        Throw.IfNull(source, nameof(source));
        var sum = 0.0;
        foreach (var span in source.ChunkSpans)
        {
            foreach (var value in span) sum += value;
        }

        return sum;
    }

    /// <summary>The sum of all elements, added up as doubles.</summary>
    public static float Sum(this ChunkedListBase<float> source)
    {
        Throw.IfNull(source, nameof(source));
        var sum = 0.0;
        foreach (var span in source.ChunkSpans)
        {
            foreach (var value in span) sum += value;
        }

        return (float)sum;
    }

    /// <inheritdoc cref="Sum(ChunkedListBase{int})"/>
    /// <exception cref="OverflowException">It is no decimal.</exception>
    public static decimal Sum(this ChunkedListBase<decimal> source)
    {
        Throw.IfNull(source, nameof(source));
        var sum = 0m;
        foreach (var span in source.ChunkSpans)
        {
            foreach (var value in span) sum += value;
        }

        return sum;
    }

    /// <summary>The mean of all elements.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public static double Average(this ChunkedListBase<int> source) => (double)Total(source) / CountOf(source);

    /// <inheritdoc cref="Average(ChunkedListBase{int})"/>
    public static double Average(this ChunkedListBase<long> source) => (double)Sum(source) / CountOf(source);

    /// <inheritdoc cref="Average(ChunkedListBase{int})"/>
    public static double Average(this ChunkedListBase<double> source) => Sum(source) / CountOf(source);

    /// <summary>The greatest element.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public static int Max(this ChunkedListBase<int> source) => Extreme(source, SpanNumbers.Max);

    /// <inheritdoc cref="Max(ChunkedListBase{int})"/>
    public static long Max(this ChunkedListBase<long> source) => Extreme(source, SpanNumbers.Max);

    /// <summary>The greatest element; NaN counts as less than any number.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public static double Max(this ChunkedListBase<double> source) => Extreme(source, SpanNumbers.Max);

    /// <summary>The least element.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public static int Min(this ChunkedListBase<int> source) => Extreme(source, SpanNumbers.Min);

    /// <inheritdoc cref="Min(ChunkedListBase{int})"/>
    public static long Min(this ChunkedListBase<long> source) => Extreme(source, SpanNumbers.Min);

    /// <summary>The least element; NaN counts as less than any number.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public static double Min(this ChunkedListBase<double> source) => Extreme(source, SpanNumbers.Min);

    // No more than 2^31 ints: their sum is a long.
    private static long Total(ChunkedListBase<int> source)
    {
        Throw.IfNull(source, nameof(source));
        var sum = 0L;
        foreach (var span in source.ChunkSpans) sum += SpanNumbers.Sum(span);
        return sum;
    }

    private static int CountOf<T>(ChunkedListBase<T> source)
    {
        if (source.Count == 0) Throw.NoElements();
        return source.Count;
    }

    // The extreme of the chunks' extremes, in one span of two.
    private static T Extreme<T>(ChunkedListBase<T> source, Extreme<T> of)
        where T : struct
    {
        Throw.IfNull(source, nameof(source));
        CountOf(source);
        Span<T> two = [default, default];
        var isFirst = true;
        foreach (var span in source.ChunkSpans)
        {
            two[1] = of(span);
            two[0] = isFirst ? two[1] : of(two);
            isFirst = false;
        }

        return two[0];
    }
}
