using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Summaries;

/// <summary>
/// How evenly the heaps of a collector with several share the work: what the fullest heap kept, and how long the slowest
/// marked, as multiples of the mean. 1 is even; with n heaps, n means that one did everything.
/// </summary>
/// <param name="Collections">Collections with several heaps and at least 1 MiB of survivors.</param>
/// <param name="SurvivedMedian">Of survivors, the median.</param>
/// <param name="SurvivedMax">Of survivors, the worst.</param>
/// <param name="MarkMedian">Of the time of marking, the median; null when it is not recorded.</param>
public sealed record HeapBalance(long Collections, double SurvivedMedian, double SurvivedMax, double? MarkMedian)
{
    private const long LeastSurvivedBytes = 1024 * 1024;

    internal sealed class Builder(IReadOnlyList<HeapSpace> spaces)
    {
        private readonly List<double> _survived = [];
        private readonly List<double> _mark = [];

        public void Add(ReadOnlySpan<long> row)
        {
            var heaps = row[CollectionFacts.Index(CollectionFact.Heaps)];
            var fullest = row[CollectionFacts.Index(CollectionFact.FullestHeapSurvivedBytes)];
            if (heaps < 2 || fullest == CollectionFacts.Unknown) return;
            var all = default(Total);
            for (var i = 0; i < spaces.Count; i++) all += Math.Max(0, row[CollectionFacts.Index(spaces[i], SpaceFact.Survived)]);
            if (all < LeastSurvivedBytes) return;
            _survived.Add((double)fullest * heaps / all.Value);
            var slowest = row[CollectionFacts.Index(CollectionFact.SlowestHeapMarkNanoseconds)];
            var mean = row[CollectionFacts.Index(CollectionFact.MeanHeapMarkNanoseconds)];
            if (slowest > 0 && mean > 0) _mark.Add((double)slowest / mean);
        }

        /// <summary>The numbers; null when no collection had several heaps with enough in them.</summary>
        public HeapBalance? Build()
        {
            if (_survived.Count == 0) return null;
            return new HeapBalance(
                _survived.Count, Median.Compute(_survived), _survived.Max(), _mark.Count == 0 ? null : Median.Compute(_mark));
        }
    }
}
