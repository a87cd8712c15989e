namespace Unpause.Analysis.Comparison;

/// <summary>The durations of one block of a run's time.</summary>
/// <param name="Index">Its place, from 0.</param>
/// <param name="Count">Values.</param>
/// <param name="SumNanoseconds">Their sum.</param>
/// <param name="Zeros">Values of no length.</param>
/// <param name="Indexes">Indexes of buckets with values, ascending (<see cref="Histograms.ExponentialHistogram"/>).</param>
/// <param name="Counts">Values in each of these buckets.</param>
internal readonly record struct ValueBlock(
    int Index, long Count, double SumNanoseconds, long Zeros, IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts);
