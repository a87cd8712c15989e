using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>Adds up the collections of one generation and kind.</summary>
internal sealed class KindTotals(string? generation, CollectionKind kind, RuntimeTraits runtime)
{
    private long _count;
    private long _induced;
    private long _compacting;
    private bool _marked;
    private Total? _suspension;
    private Total? _promoted;
    private Total _before;
    private Total _survived;

    public bool Is(Collection collection) => collection.Kind == kind && collection.Generation == generation;

    public void Add(Collection collection, ReadOnlySpan<long> facts)
    {
        _count++;
        if (collection.Induced) _induced++;
        if (collection.Marks?.Contains(CommonMarks.Compacting) == true) _compacting++;
        if (collection.PromotedBytes is { } promoted) _promoted = (_promoted ?? default) + promoted;
        if (facts.IsEmpty) return;
        _marked = true;
        if (facts[CollectionFacts.Index(CollectionFact.SuspensionNanoseconds)] is var suspension and not CollectionFacts.Unknown)
        {
            _suspension = (_suspension ?? default) + suspension;
        }

        for (var space = 0; space < runtime.Spaces.Count; space++) AddSurvival(collection, runtime.Spaces[space], facts);
    }

    public KindSummary Build(PauseSummary pauses) =>
        new(generation, kind, _count, _induced, _marked
            ? _compacting
            : null, pauses, _suspension, _promoted, _before > 0 ? 100.0 * _survived / _before : null);

    private void AddSurvival(Collection collection, HeapSpace space, ReadOnlySpan<long> facts)
    {
        if (!runtime.Collects(collection, space)) return;
        var before = facts[CollectionFacts.Index(space, SpaceFact.Before)];
        var survived = facts[CollectionFacts.Index(space, SpaceFact.Survived)];
        if (before == CollectionFacts.Unknown || survived == CollectionFacts.Unknown) return;
        _before += before;
        _survived += Math.Min(survived, before);
    }
}
