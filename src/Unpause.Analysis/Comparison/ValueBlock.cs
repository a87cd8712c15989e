namespace Unpause.Analysis.Comparison;

/// <summary>The durations of one block of a run's time.</summary>
/// <param name="Index">Its place, from 0.</param>
/// <param name="Count">Values.</param>
/// <param name="SumNanoseconds">Their sum.</param>
/// <param name="Zeros">Values of no length.</param>
/// <param name="Offset">Index of the first bucket (<see cref="Histograms.ExponentialHistogram"/>).</param>
/// <param name="Buckets">Values in each bucket.</param>
internal readonly record struct ValueBlock(
    int Index, long Count, double SumNanoseconds, long Zeros, int Offset, IReadOnlyList<long> Buckets);
