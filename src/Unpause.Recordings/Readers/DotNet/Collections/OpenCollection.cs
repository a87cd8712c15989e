namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>A collection while its events are still coming in.</summary>
internal sealed class OpenCollection(int index, Collection.Builder collection, int generation, bool background)
{
    private Collection.Builder _collection = collection;
    private HeapSums? _sums;

    /// <summary>Its index in <see cref="Recording.Collections"/>.</summary>
    public int Index { get; } = index;

    /// <summary>The collection under construction.</summary>
    public ref Collection.Builder Collection => ref _collection;

    public int Generation { get; set; } = generation;

    /// <summary>
    /// Whether it is a background collection. GCStart announces it, but the GC falls back to a blocking one when
    /// it has no thread for it yet, which only the global history shows (seen with .NET 10's first background collection).
    /// </summary>
    public bool Background { get; set; } = background;

    /// <summary>Whether the global history has been seen; the heaps' histories follow it.</summary>
    public bool HasHistory { get; set; }

    /// <summary>Whether it moved objects together, rather than listing the free space between them.</summary>
    public bool Compacting { get; set; }

    /// <summary>Whether the second, final pause of a background collection has been seen.</summary>
    public bool FinalPauseSeen { get; set; }

    /// <summary>When the background step that is under way began.</summary>
    public long? StepStart { get; set; }

    /// <summary>The last event that ended or began a background step.</summary>
    public int LastStep { get; set; }

    /// <summary>Whether its sizes by generation have been seen.</summary>
    public bool HasStats { get; set; }

    /// <summary>Whether all heaps' histories have been seen.</summary>
    public bool HistoriesFinished { get; set; }

    public MarkTimes Marks { get; } = new();

    /// <summary>Its row in <see cref="CollectionFacts"/>.</summary>
    public long[] Row { get; } = UnknownRow();

    /// <summary>Its heaps' histories, summed up in the row.</summary>
    public HeapSums Sums => _sums ??= new HeapSums(Row);

    public void Set(CollectionFact fact, long value) => Row[CollectionFacts.Index(fact)] = value;

    public void Add(CollectionFact fact, long value)
    {
        ref var known = ref Row[CollectionFacts.Index(fact)];
        known = known == CollectionFacts.Unknown ? value : known + value;
    }

    private static long[] UnknownRow()
    {
        var row = new long[CollectionFacts.Width];
        Array.Fill(row, CollectionFacts.Unknown);
        return row;
    }
}
