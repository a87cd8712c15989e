namespace Unpause.Analysis.Summaries;

/// <summary>One pass over the collections' further numbers, from which all their summaries are made.</summary>
internal sealed class FactTotals
{
    private readonly long[] _least = Unknowns();
    private readonly long[] _most = Unknowns();
    private readonly long[] _last = Unknowns();
    private readonly SpaceSummary.Builder[] _spaces;
    private readonly HeapBalance.Builder _balance;
    private long? _committedMax;
    private long _heapCountChanges;
    private long? _foreground;
    private long _finalizable;

    private FactTotals(RuntimeTraits runtime)
    {
        _spaces = [.. runtime.Spaces.Select(space => new SpaceSummary.Builder(space, runtime))];
        _balance = new HeapBalance.Builder(runtime.Spaces);
    }

    public IReadOnlyList<SpaceSummary> Spaces { get; private set; } = [];

    public CollectorSummary? Collector { get; private set; }

    /// <summary>Null where the runtime records none.</summary>
    public static FactTotals? Compute(Recording recording)
    {
        if (recording.Facts is not { } facts) return null;
        var totals = new FactTotals(recording.Source.Traits);
        Span<long> row = stackalloc long[CollectionFacts.Width];
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            if (collection.HeapCapacityBytes is { } committed && !(committed <= totals._committedMax)) totals._committedMax = committed;
            if (facts.TryRead(i, row)) totals.Add(collection, row);
        }

        totals.Spaces = [.. totals._spaces.Select(builder => builder.Build()).OfType<SpaceSummary>()];
        totals.Collector = totals.Build(recording);
        return totals;
    }

    private void Add(Collection collection, ReadOnlySpan<long> row)
    {
        var heaps = row[CollectionFacts.Index(CollectionFact.Heaps)];
        var before = _last[CollectionFacts.Index(CollectionFact.Heaps)];
        if (heaps != before && heaps != CollectionFacts.Unknown && before != CollectionFacts.Unknown) _heapCountChanges++;
        for (var fact = 0; fact < CollectionFacts.ScalarCount; fact++)
        {
            var value = row[fact];
            if (value == CollectionFacts.Unknown) continue;
            if (_least[fact] == CollectionFacts.Unknown || value < _least[fact]) _least[fact] = value;
            if (_most[fact] == CollectionFacts.Unknown || value > _most[fact]) _most[fact] = value;
            _last[fact] = value;
        }

        if (row[CollectionFacts.Index(CollectionFact.Foreground)] is var inside and not CollectionFacts.Unknown)
        {
            _foreground = (_foreground ?? 0) + inside;
        }

        _finalizable += Math.Max(0, row[CollectionFacts.Index(CollectionFact.FinalizableObjects)]);
        foreach (var space in _spaces) space.Add(collection, row);
        _balance.Add(row);
    }

    private CollectorSummary Build(Recording recording) => new(
        ValueOrNull(_least, CollectionFact.Heaps),
        ValueOrNull(_most, CollectionFact.Heaps),
        _foreground,
        ValueOrNull(_most, CollectionFact.MemoryLoadPercent),
        ValueOrNull(_most, CollectionFact.PinnedObjects),
        ValueOrNull(_most, CollectionFact.Handles),
        _committedMax,
        ValueOrNull(_last, CollectionFact.CommittedInUseBytes)
        + ValueOrNull(_last, CollectionFact.CommittedFreeBytes) + ValueOrNull(_last, CollectionFact.CommittedBookkeepingBytes),
        ValueOrNull(_last, CollectionFact.CommittedFreeBytes),
        ValueOrNull(_last, CollectionFact.CommittedBookkeepingBytes),
        _balance.Build(),
        FinalizerSummary.Compute(recording, _finalizable, ValueOrNull(_most, CollectionFact.FinalizableBytes) ?? 0),
        _heapCountChanges,
        recording.HeapCountDecisions.Count,
        MedianCost(recording));

    private static long? ValueOrNull(long[] facts, CollectionFact fact) =>
        facts[CollectionFacts.Index(fact)] is var value and not CollectionFacts.Unknown ? value : null;

    private static double? MedianCost(Recording recording)
    {
        if (recording.HeapCountDecisions.Count == 0) return null;
        return Median.Compute(recording.HeapCountDecisions.Select(decision => decision.CostPercent));
    }

    private static long[] Unknowns()
    {
        var facts = new long[CollectionFacts.ScalarCount];
        Array.Fill(facts, CollectionFacts.Unknown);
        return facts;
    }
}

/// <summary>One part of the heap over the recording; sizes in bytes.</summary>
/// <param name="Collected">Collections that collected it.</param>
/// <param name="UsedLast">In use after the last collection, without free space between objects.</param>
/// <param name="UsedMax">The most in use at a collection's start or end.</param>
/// <param name="FreeLast">Free space between objects after the last collection; null when not recorded, like the other sizes.</param>
/// <param name="FreeMax">The most free space between objects after a collection that collected it.</param>
/// <param name="SurvivedPercent">What survived of what was there, over the collections that collected it; null when there was none.</param>
/// <param name="BudgetLast">What may be allocated or promoted there until it is collected again, at the end.</param>
public sealed record SpaceSummary(
    HeapSpace Space, long Collected, long UsedLast, long UsedMax, long? FreeLast, long? FreeMax, double? SurvivedPercent, long? BudgetLast)
{
    internal sealed class Builder(HeapSpace space, RuntimeTraits runtime)
    {
        private bool _seen;
        private long _collected;
        private long _used;
        private long _usedMax;
        private long? _free;
        private long? _freeMax;
        private Total _before;
        private Total _survived;
        private long? _budget;

        public void Add(Collection collection, ReadOnlySpan<long> row)
        {
            var used = row[CollectionFacts.Index(space, SpaceFact.After)];
            if (used == CollectionFacts.Unknown) return;
            _seen = true;
            var before = row[CollectionFacts.Index(space, SpaceFact.Before)];
            _used = used;
            _usedMax = Math.Max(_usedMax, Math.Max(used, before));
            _free = ValueOrNull(row, SpaceFact.Free);
            _budget = ValueOrNull(row, SpaceFact.Budget);
            if (!runtime.Collects(collection, space)) return;
            _collected++;
            if (_free is { } free) _freeMax = Math.Max(_freeMax ?? 0, free);
            if (before == CollectionFacts.Unknown || ValueOrNull(row, SpaceFact.Survived) is not { } survived) return;
            _before += before;
            _survived += Math.Min(before, survived);
        }

        private long? ValueOrNull(ReadOnlySpan<long> row, SpaceFact fact) =>
            row[CollectionFacts.Index(space, fact)] is var value and not CollectionFacts.Unknown ? value : null;

        public SpaceSummary? Build() =>
            _seen ? new SpaceSummary(
                space, _collected, _used, _usedMax, _free, _freeMax, _before > 0 ? 100.0 * _survived / _before : null, _budget) : null;
    }
}
