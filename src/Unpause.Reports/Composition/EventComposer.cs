using Unpause.Recordings.Words;

namespace Unpause.Reports.Composition;

/// <summary>Every collection and every wait of a process, created one by one while they are written.</summary>
internal static class EventComposer
{
    /// <summary>The collections.</summary>
    public static IEnumerable<EventDocument> Events(ProcessTimeline process)
    {
        var parts = new PartsByCollection(process.Pauses, process.Phases, process.Collections.Count);
        var thresholds = new ThresholdsByCollection(process.Counters);
        for (var index = 0; index < process.Collections.Count; index++) yield return Event(process, parts, thresholds, index);
    }

    /// <summary>The waits.</summary>
    public static IEnumerable<WaitDocument> Waits(ProcessTimeline process) => process.Stalls.Select(stall => new WaitDocument
    {
        StartMs = stall.StartNanoseconds == Recordings.Pause.NoTime ? null : new Milliseconds(stall.StartNanoseconds),
        DurationMs = new(stall.DurationNanoseconds),
        Name = stall.Name,
        ThreadId = stall.ThreadId,
    });

    private static EventDocument Event(ProcessTimeline process, PartsByCollection parts, ThresholdsByCollection thresholds, int index)
    {
        var collection = process.Collections[index];
        Span<long> row = stackalloc long[CollectionFacts.Width];
        var reported = process.Facts?.TryRead(index, row) == true;
        return new()
        {
            Number = collection.Number,
            Generation = collection.Generation,
            Type = CollectionType.Format(process.Collections, process.Facts, index),
            Kind = CollectionComposer.Word(collection.Kind),
            Cause = collection.Cause,
            RuntimeCause = collection.RuntimeCause,
            Induced = collection.Induced,
            StartMs = Milliseconds.FromNanoseconds(collection.StartNanoseconds),
            Pauses = [.. parts.Pauses(index).Select(Pause)],
            HeapBeforeBytes = collection.HeapBeforeBytes,
            HeapAfterBytes = collection.HeapAfterBytes,
            PromotedBytes = collection.PromotedBytes,
            AllocatedBytes = collection.AllocatedBytes,
            Phases = Phases(parts.Phases(index)),
            Reasons = collection.Marks ?? [],
            Thresholds = thresholds.Find(index, collection),
            SuspensionMs = Milliseconds.FromNanoseconds(reported ? Known(row, CollectionFact.SuspensionNanoseconds) : null),
            Heaps = reported ? Known(row, CollectionFact.Heaps) : null,
            MemoryLoadPercent = reported ? Known(row, CollectionFact.MemoryLoadPercent) : null,
            PinnedObjects = reported ? Known(row, CollectionFact.PinnedObjects) : null,
            Handles = reported ? Known(row, CollectionFact.Handles) : null,
            FinalizableObjects = reported ? Known(row, CollectionFact.FinalizableObjects) : null,
            FinalizableBytes = reported ? Known(row, CollectionFact.FinalizableBytes) : null,
            FullestHeapSurvivedBytes = reported ? Known(row, CollectionFact.FullestHeapSurvivedBytes) : null,
            CommittedInUseBytes = reported ? Known(row, CollectionFact.CommittedInUseBytes) : null,
            CommittedFreeBytes = reported ? Known(row, CollectionFact.CommittedFreeBytes) : null,
            Spaces = reported ? Spaces(process.Spaces, row) : null,
        };
    }

    private static EventPauseDocument Pause(Pause pause) => new()
    {
        StartMs = pause.HasTime ? new Milliseconds(pause.StartNanoseconds) : null,
        DurationMs = new(pause.DurationNanoseconds),
        Phase = pause.Name,
    };

    private static Dictionary<string, Milliseconds> Phases(IEnumerable<Phase> phases)
    {
        var byName = new Dictionary<string, Milliseconds>(StringComparer.Ordinal);
        foreach (var group in phases.GroupBy(phase => phase.Name, StringComparer.Ordinal))
        {
            byName.Add(group.Key, new(Total.Sum(group, phase => phase.DurationNanoseconds)));
        }

        return byName;
    }

    private static Dictionary<string, EventSpaceDocument> Spaces(IReadOnlyList<HeapSpace> spaces, ReadOnlySpan<long> row)
    {
        var sizes = new Dictionary<string, EventSpaceDocument>(StringComparer.Ordinal);
        foreach (var space in spaces)
        {
            if (row[CollectionFacts.Index(space, SpaceFact.After)] == CollectionFacts.Unknown) continue;
            sizes.Add(space.Name, new()
            {
                BeforeBytes = row[CollectionFacts.Index(space, SpaceFact.Before)],
                AfterBytes = row[CollectionFacts.Index(space, SpaceFact.After)],
                FreeBytes = row[CollectionFacts.Index(space, SpaceFact.Free)],
                SurvivedBytes = row[CollectionFacts.Index(space, SpaceFact.Survived)],
                BudgetBytes = row[CollectionFacts.Index(space, SpaceFact.Budget)],
            });
        }

        return sizes;
    }

    private static long? Known(ReadOnlySpan<long> row, CollectionFact fact) =>
        row[CollectionFacts.Index(fact)] is var value and not CollectionFacts.Unknown ? value : null;
}

/// <summary>The thresholds that a JVM's collector sets after each collection.</summary>
internal sealed class ThresholdsByCollection
{
    private readonly Dictionary<int, ThresholdsDocument> _byCollection = [];

    /// <summary>Sorts the thresholds that collections logged by collection.</summary>
    public ThresholdsByCollection(Column<Counter> counters)
    {
        foreach (var counter in counters)
        {
            if (!IsThreshold(counter.Name)) continue;
            var reported = _byCollection.GetValueOrDefault(counter.Collection) ?? Nothing;
            _byCollection[counter.Collection] = counter.Name switch
            {
                JvmCounters.TenuringThreshold => reported with { Tenuring = (long)counter.Value, TenuringMax = (long?)counter.Sum },
                JvmCounters.ComputedTenuringThreshold => reported with { Tenuring = (long)counter.Value },
                JvmCounters.DesiredSurvivorBytes => reported with { DesiredSurvivorBytes = (long)counter.Value },
                _ => reported with { MarkingBytes = (long)counter.Value },
            };
        }
    }

    private static bool IsThreshold(string name) => name is JvmCounters.TenuringThreshold or JvmCounters.ComputedTenuringThreshold
        or JvmCounters.DesiredSurvivorBytes or JvmCounters.MarkingThresholdBytes;

    private static ThresholdsDocument Nothing { get; } =
        new() { Tenuring = null, TenuringMax = null, DesiredSurvivorBytes = null, YoungTargetBytes = null, MarkingBytes = null };

    /// <summary>Those of one collection; null when it logged none.</summary>
    public ThresholdsDocument? Find(int index, Collection collection)
    {
        var reported = (_byCollection.GetValueOrDefault(index) ?? Nothing) with { YoungTargetBytes = collection.YoungTargetBytes };
        return reported == Nothing ? null : reported;
    }
}
