using System.Buffers;

namespace Unpause.Analysis.Summaries;

/// <summary>
/// Collections of one generation and one kind, so that blocking and background ones are distinguished; times in nanoseconds.
/// </summary>
/// <param name="Generation">One of <see cref="Generations"/>, or null.</param>
/// <param name="Kind">Blocking or background.</param>
/// <param name="Count">Collections.</param>
/// <param name="Induced">Of them, asked for by code.</param>
/// <param name="Compacting">Of them, those that moved objects together; null where the runtime does not record it.</param>
/// <param name="SuspensionNanoseconds">The part of them spent stopping the threads; null where the runtime does not record it.</param>
/// <param name="PromotedBytes">Bytes that they moved to an older generation; null where the runtime does not record it.</param>
/// <param name="SurvivedPercent">Bytes that survived of those that were in the generations they
/// collected; null where the runtime does not record it.</param>
public sealed record KindSummary(
    string? Generation,
    CollectionKind Kind,
    long Count,
    long Induced,
    long? Compacting,
    PauseSummary Pauses,
    Total? SuspensionNanoseconds,
    Total? PromotedBytes,
    double? SurvivedPercent)
{
    /// <summary>Groups a recording's collections, the youngest generation first, blocking before background.</summary>
    internal static IReadOnlyList<KindSummary> ComputeAll(Recording recording)
    {
        var groupOf = ArrayPool<byte>.Shared.Rent(Math.Max(recording.Collections.Count, 1));
        try
        {
            return ComputeAll(recording, groupOf);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(groupOf);
        }
    }

    private static IReadOnlyList<KindSummary> ComputeAll(Recording recording, byte[] groupOf)
    {
        var groups = new List<KindTotals>();
        Span<long> row = stackalloc long[CollectionFacts.Width];
        var index = 0;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                var group = GroupOf(groups, collection, recording.Source.Traits);
                groups[group].Add(collection, recording.Facts?.TryRead(index, row) == true ? row : default);
                groupOf[index++] = group;
            }
        }

        return [.. Summarise(recording, groups, groupOf).OrderBy(
            kind => (2 * recording.Source.Traits.Order(kind.Generation)) + (kind.Kind == CollectionKind.Background ? 1 : 0))];
    }

    private static byte GroupOf(List<KindTotals> groups, Collection collection, RuntimeTraits runtime)
    {
        var at = groups.Count - 1;
        while (at >= 0 && !groups[at].Is(collection)) at--;
        if (at >= 0) return (byte)at;
        if (groups.Count == byte.MaxValue) return 0;
        groups.Add(new KindTotals(collection.Generation, collection.Kind, runtime));
        return (byte)(groups.Count - 1);
    }

    private static List<KindSummary> Summarise(Recording recording, List<KindTotals> groups, byte[] groupOf)
    {
        var starts = new int[groups.Count + 1];
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk) starts[groupOf[pause.Collection] + 1]++;
        }

        for (var i = 0; i < groups.Count; i++) starts[i + 1] += starts[i];
        var next = starts.AsSpan(0, groups.Count).ToArray();
        var durations = ArrayPool<long>.Shared.Rent(Math.Max(1, recording.Pauses.Count));
        try
        {
            foreach (var chunk in recording.Pauses.ChunkSpans)
            {
                foreach (ref readonly var pause in chunk) durations[next[groupOf[pause.Collection]]++] = pause.DurationNanoseconds;
            }

            var kinds = new List<KindSummary>();
            for (var i = 0; i < groups.Count; i++)
            {
                kinds.Add(groups[i].Build(PauseSummary.Compute(durations.AsSpan(starts[i]..starts[i + 1]), recording.ObservedNanoseconds)));
            }

            return kinds;
        }
        finally
        {
            ArrayPool<long>.Shared.Return(durations);
        }
    }
}

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
