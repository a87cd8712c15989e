using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>One part of the heap over the recording; sizes in bytes.</summary>
/// <param name="Space">Which.</param>
/// <param name="Collected">Collections that collected it.</param>
/// <param name="UsedLast">In use after the last collection, without free space between objects.</param>
/// <param name="UsedMax">The most in use at a collection's start or end.</param>
/// <param name="FreeLast">Free space between objects after the last collection.</param>
/// <param name="FreeMax">The most free space between objects after a collection that collected it.</param>
/// <param name="SurvivedPercent">What survived of what was there, over the collections that collected it; null when there was none.</param>
/// <param name="BudgetLast">What may be allocated or promoted there until it is collected again, at the end.</param>
internal sealed record SpaceSummary(
    HeapSpace Space, long Collected, long UsedLast, long UsedMax, long FreeLast, long FreeMax, double? SurvivedPercent, long BudgetLast)
{
    internal sealed class Builder(HeapSpace space, RuntimeTraits runtime)
    {
        private bool _seen;
        private long _collected;
        private long _used;
        private long _usedMax;
        private long _free;
        private long _freeMax;
        private Total _before;
        private Total _survived;
        private long _budget;

        public void Add(Collection collection, ReadOnlySpan<long> row)
        {
            var used = row[CollectionFacts.Index(space, SpaceFact.After)];
            if (used == CollectionFacts.Unknown) return;
            _seen = true;
            var before = row[CollectionFacts.Index(space, SpaceFact.Before)];
            _used = used;
            _usedMax = Math.Max(_usedMax, Math.Max(used, before));
            _free = row[CollectionFacts.Index(space, SpaceFact.Free)];
            _budget = row[CollectionFacts.Index(space, SpaceFact.Budget)];
            if (!runtime.Collects(collection, space)) return;
            _collected++;
            _freeMax = Math.Max(_freeMax, _free);
            _before += before;
            _survived += Math.Min(before, row[CollectionFacts.Index(space, SpaceFact.Survived)]);
        }

        public SpaceSummary? Build() =>
            _seen ? new SpaceSummary(
                space, _collected, _used, _usedMax, _free, _freeMax, _before > 0 ? 100.0 * _survived / _before : null, _budget) : null;
    }
}
