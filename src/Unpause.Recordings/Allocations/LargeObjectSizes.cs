namespace Unpause.Recordings.Allocations;

/// <summary>How large the large objects were that were allocated.</summary>
/// <param name="Steps">Bytes of the objects of each size: up to one <see cref="StepBytes"/>, up to two, and so on.</param>
/// <param name="LargerBytes">Bytes of the objects that are larger than the last step.</param>
public sealed record LargeObjectSizes(IReadOnlyList<long> Steps, long LargerBytes)
{
    /// <summary>Bytes from one step to the next.</summary>
    public const int StepBytes = 4096;

    /// <summary>Steps: sizes up to 4 MiB are distinguished.</summary>
    public const int MostSteps = 1024;

    private Total All => Total.Sum(Steps, bytes => bytes) + LargerBytes;

    /// <summary>The size below which a share of the bytes lies, rounded up to a step; null when there is none among the steps.</summary>
    /// <param name="share">From 0 to 1.</param>
    public long? Covering(double share)
    {
        var wanted = All.Value * share;
        var sum = default(Total);
        for (var step = 0; step < Steps.Count; step++)
        {
            sum += Steps[step];
            if (sum.Value > 0 && sum.Value >= wanted) return (step + 1L) * StepBytes;
        }

        return null;
    }

    /// <summary>The share of the bytes in objects up to a size, from 0 to 1.</summary>
    /// <param name="size">Bytes; counted in whole steps.</param>
    public double ShareUpTo(long size)
    {
        var sum = default(Total);
        for (var step = 0; step < Steps.Count && (step + 1L) * StepBytes <= size; step++) sum += Steps[step];
        return All.Value > 0 ? (double)sum.Value / All.Value : 0;
    }
}
