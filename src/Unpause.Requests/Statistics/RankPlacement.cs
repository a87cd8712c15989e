using System.Numerics;

namespace Unpause.Requests.Statistics;

/// <summary>Puts single ranks in their place without sorting the rest: linear time on average, and never worse than a sort.</summary>
internal static class RankPlacement
{
    /// <summary>Stretches no longer than this are sorted.</summary>
    private const int ShortStretch = 64;

    /// <summary>Bad luck with the pivots, or values chosen to cause it, ends in a sort.</summary>
    private const int MostRounds = 40;

    /// <summary>
    /// Reorders values so that the one of a rank stands where sorting would put it, none greater before it and none
    /// smaller behind it.
    /// </summary>
    /// <param name="values">None of them NaN.</param>
    /// <param name="rank">0 for the smallest.</param>
    /// <returns>The value of the rank.</returns>
    public static T Place<T>(Span<T> values, int rank)
        where T : struct, INumber<T>
    {
        for (var round = 0; values.Length > ShortStretch && round < MostRounds; round++)
        {
            var pivot = MedianOfThree(values[0], values[values.Length / 2], values[^1]);
            var below = MoveBelow(values, pivot);
            if (rank < below)
            {
                values = values[..below];
                continue;
            }

            var notAbove = below + MoveAtMost(values[below..], pivot);
            if (rank < notAbove) return pivot;
            values = values[notAbove..];
            rank -= notAbove;
        }

        values.Sort();
        return values[rank];
    }

    private static T MedianOfThree<T>(T a, T b, T c)
        where T : struct, INumber<T> => T.Max(T.Min(a, b), T.Min(T.Max(a, b), c));

    /// <summary>Moves what is smaller than a pivot to the front, without a branch, and counts it.</summary>
    private static int MoveBelow<T>(Span<T> values, T pivot)
        where T : struct, INumber<T>
    {
        var count = 0;
        foreach (ref var value in values)
        {
            var moved = value;
            value = values[count];
            values[count] = moved;
            count += moved < pivot ? 1 : 0;
        }

        return count;
    }

    private static int MoveAtMost<T>(Span<T> values, T pivot)
        where T : struct, INumber<T>
    {
        var count = 0;
        foreach (ref var value in values)
        {
            var moved = value;
            value = values[count];
            values[count] = moved;
            count += moved <= pivot ? 1 : 0;
        }

        return count;
    }
}
