using Unpause.Recordings.Allocations;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Readers.DotNet.Survival;

namespace Unpause.Recordings.Readers.DotNet.Allocations;

/// <summary>
/// Adds up allocation events by type, heap and call stack. AllocationTick comes about every 100 KB of small objects
/// and for each object above that size; AllocationSampled (.NET 10) is random, each byte with the same probability.
/// Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, GCAllocationTick_V2 to _V4, AllocationSampled.
/// </summary>
internal sealed class AllocationTicks(LargeObjectGrowth largeObjects, ObjectFollower follower)
{
    // The mean distance of sampled bytes: dotnet/runtime, src/coreclr/vm/gcenv.ee.cpp, SamplingDistributionMean.
    private const double SampledEvery = 102_400;

    private readonly Dictionary<AllocationPlace, (long Bytes, long Samples)> _ticks = [];
    private readonly Dictionary<AllocationPlace, (long Bytes, long Samples)> _sampled = [];
    private readonly TypeNames _types = new();
    private readonly LargeSizes _sizes = new();

    /// <summary>The last place at which an allocation was sampled; null before the first.</summary>
    public AllocationPlace? Last { get; private set; }

    public void Tick(in RuntimeEvent e)
    {
        if (e.Version < 2) return;
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        payload.Skip(4);
        var heap = HeapOf(payload.UInt32());
        payload.Skip(2);
        var bytes = payload.Int64();
        payload.Word();
        var type = payload.Utf16();
        if (payload.Short || bytes is <= 0 or > Limits.AllocationBytes) return;
        var place = new AllocationPlace(_types.Number(type), heap, e.Stack);
        Add(_ticks, place, bytes);
        Last = place;
        if (heap == AllocationHeap.Large) largeObjects.Allocated(bytes);
        payload.Skip(4);
        // From version 3 on.
        var address = (ulong)payload.Word();
        follower.Allocated(address, place, bytes, sampled: false);
        // From version 4 on the object's own size: a tick counts all since the heap's last one.
        var size = e.Version >= 4 ? payload.Int64() : bytes;
        if (heap == AllocationHeap.Large) _sizes.Add(payload.Short ? bytes : size, bytes);
    }

    public void Sampled(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        var heap = HeapOf(payload.UInt32());
        payload.Skip(2);
        payload.Word();
        var type = payload.Utf16();
        var address = (ulong)payload.Word();
        var size = payload.Int64();
        if (payload.Short || size is <= 0 or > Limits.AllocationBytes) return;
        // An object of this size is met with the probability 1 − e^(−size ÷ mean).
        var bytes = (long)(size / (1 - Math.Exp(-size / SampledEvery)));
        var place = new AllocationPlace(_types.Number(type), heap, e.Stack);
        Add(_sampled, place, bytes);
        Last = place;
        if (heap == AllocationHeap.Large) _sizes.Add(size, bytes);
        follower.Allocated(address, place, bytes, sampled: true);
    }

    /// <summary>The sites; null when there was no event.</summary>
    public AllocationSamples? Build(StackNames names)
    {
        var from = _ticks.Count > 0 ? _ticks : _sampled;
        if (from.Count == 0) return null;
        var sites = new Dictionary<(string Type, AllocationHeap Heap, string Stack), AllocationSite>();
        var ordered = from.OrderByDescending(pair => pair.Value.Bytes).ToList();
        for (var i = 0; i < ordered.Count; i++)
        {
            var (type, heap, stack) = ordered[i].Key;
            var methods = i < Limits.AllocationSites ? names.Get(stack) : [];
            var key = (_types[type], heap, string.Join('\n', methods));
            var known = sites.GetValueOrDefault(key) ?? new AllocationSite(_types[type], heap, 0, 0, methods);
            sites[key] = known with { Bytes = Total.From(known.Bytes)
                + ordered[i].Value.Bytes, Samples = known.Samples + ordered[i].Value.Samples };
        }

        var exact = from == _ticks;
        return new AllocationSamples(
            [.. sites.Values.OrderByDescending(site => site.Bytes)],
            exact
                ? "allocation ticks (one per about 100 KB of small objects, one per larger object)"
                : "sampled allocations (one per 100 KB on average)",
            exact)
        {
            LargeSizes = _sizes.Build(),
        };
    }

    /// <summary>A place with its names, and nothing in it.</summary>
    public AllocationSite SiteOf(AllocationPlace place, StackNames names) =>
        new(_types[place.Type], place.Heap, 0, 0, names.Get(place.Stack));

    private static void Add(Dictionary<AllocationPlace, (long Bytes, long Samples)> to, AllocationPlace place, long bytes)
    {
        ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(to, place, out _);
        sum = (Total.From(sum.Bytes) + bytes, sum.Samples + 1);
    }

    private static AllocationHeap HeapOf(uint kind) =>
        kind switch { 1 => AllocationHeap.Large, 2 => AllocationHeap.Pinned, _ => AllocationHeap.Small };
}

/// <summary>What is allocated and where, before anything has a name.</summary>
/// <param name="Type">The type's number in <see cref="TypeNames"/>.</param>
/// <param name="Heap">Which heap it goes to.</param>
/// <param name="Stack">The call stack's number in the <see cref="StackTable"/>.</param>
internal readonly record struct AllocationPlace(int Type, AllocationHeap Heap, int Stack);

/// <summary>Adds up large objects by their size (<see cref="LargeObjectSizes"/>).</summary>
internal sealed class LargeSizes
{
    private long[]? _steps;
    private Total _larger;

    /// <summary>Takes an object's size and the bytes that its event stands for; sizes that cannot be are skipped.</summary>
    public void Add(long size, long bytes)
    {
        if (size is <= 0 or > Limits.AllocationBytes) return;
        _steps ??= new long[LargeObjectSizes.MostSteps];
        var step = (size - 1) / LargeObjectSizes.StepBytes;
        if (step >= _steps.Length) _larger += bytes;
        else _steps[step] = (Total.From(_steps[step]) + bytes).Value;
    }

    /// <summary>The sizes; null when there was no large object.</summary>
    public LargeObjectSizes? Build() => _steps is null ? null : new LargeObjectSizes(_steps, _larger.Value);
}
