using System.Runtime.CompilerServices;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Readers.DotNet.Allocations;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Triggers;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// What triggered each collection: the stack of GCTriggered, which the allocating or calling thread writes (dotnet/runtime,
/// src/coreclr/gc/gc.cpp, <c>FIRE_EVENT(GCTriggered)</c>). A collection without one, for example the ephemeral collection at the start of
/// a background one, has only the last sampled allocation before it.
/// </summary>
internal sealed class StartTriggers
{
    private readonly ChunkedList<Start> _starts = new();

    private readonly record struct Start(int Collection, int Stack, AllocationPlace? Last);

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => (long)_starts.Count * Unsafe.SizeOf<Start>();

    /// <summary>A collection starts.</summary>
    /// <param name="stack">The stack that triggered it, or <see cref="StackTable.None"/>.</param>
    /// <param name="last">The last sampled allocation before it.</param>
    public void Started(OpenCollection open, int stack, AllocationPlace? last)
    {
        if (stack != StackTable.None || last is not null) _starts.Add(new Start(open.Index, stack, last));
    }

    /// <summary>The triggers; null where there is none.</summary>
    /// <param name="names">Names of methods.</param>
    /// <param name="siteOf">Names a sampled place.</param>
    /// <param name="collections">All collections.</param>
    public CollectionTriggers? Build(
        StackNames names, Func<AllocationPlace, AllocationSite> siteOf, IReadOnlyList<Collection> collections)
    {
        var triggers = new TriggersBuilder();
        var (stacks, samples) = (new Dictionary<(int Stack, bool Induced), int>(), new Dictionary<AllocationPlace, int>());
        foreach (var start in _starts)
        {
            var collection = collections[start.Collection];
            var place = TriggersBuilder.NoPlace;
            // What a tool induced is no part of the program.
            if (start.Stack != StackTable.None && collection.Cause != Causes.Diagnostic)
            {
                if (!stacks.TryGetValue((start.Stack, collection.Induced), out place))
                {
                    var evidence = collection.Induced ? TriggerEvidence.Call : TriggerEvidence.Allocation;
                    place = triggers.PlaceOf(new TriggerPlace(evidence, names.Get(start.Stack), Thread: null, Type: null));
                    stacks.Add((start.Stack, collection.Induced), place);
                }
            }

            if (place == TriggersBuilder.NoPlace && start.Last is { } last && IsByAllocation(collection)
                && !samples.TryGetValue(last, out place))
            {
                var site = siteOf(last);
                place = triggers.PlaceOf(new TriggerPlace(TriggerEvidence.LastSample, site.Stack, Thread: null, site.Type));
                samples.Add(last, place);
            }

            triggers.Add(collection.Number, place);
        }

        return triggers.Build();
    }

    private static bool IsByAllocation(Collection collection) => collection.Cause is Causes.Allocation or Causes.LargeObjectAllocation;
}
