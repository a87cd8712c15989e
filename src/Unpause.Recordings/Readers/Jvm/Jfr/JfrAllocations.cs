using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Allocation sites. A sample (JDK 16 and later) weighs what its thread allocated since the one before. The older events come
/// with each new thread-local buffer, and then represent the buffer's size, and with each object outside the buffers.
/// </summary>
internal sealed class JfrAllocations
{
    private readonly Dictionary<(long Type, long Stack), Site> _chunk = [];
    private readonly Dictionary<(string? Type, string Stack), AllocationSite> _sampled = [];
    private readonly Dictionary<(string? Type, string Stack), AllocationSite> _buffers = [];

    private readonly JfrFirstWeights _firsts = new();

    public void Sample(JfrValue e) => Add(e, "weight", buffer: false);

    /// <summary>What a thread has allocated since its start.</summary>
    public void Statistics(JfrValue e) => _firsts.Statistics(e);

    public void ThreadStarted(JfrValue e) => _firsts.Started(e);

    public void NewBuffer(JfrValue e) => Add(e, "tlabSize", buffer: true);

    public void OutsideBuffers(JfrValue e) => Add(e, "allocationSize", buffer: true);

    /// <summary>What all threads allocated over the recording by their own counters; null when it doesn't have them.</summary>
    public long? CountedBytes => _firsts.CountedBytes;

    /// <summary>What is worth knowing of the samples' weights, as sentences.</summary>
    public IEnumerable<string> Notes()
    {
        if (_firsts.BeforeBytes.Value is > 0 and var before)
        {
            yield return "The first allocation sample of a thread covers everything since the thread started. "
                + $"{Quantities.Bytes(before)} that were {(_firsts.LeftOut ? "or may have been " : "")}allocated before the recording "
                + "began are left out.";
        }
    }

    /// <summary>Gives the sites of a chunk their names, before its constants go.</summary>
    /// <param name="chunkStart">When the chunk began, in nanoseconds since 1970.</param>
    /// <param name="sinceStart">Whether the recording began with the JVM.</param>
    public void EndChunk(JfrNames names, long chunkStart, bool sinceStart)
    {
        foreach (var (key, bytes, whole) in _firsts.EndChunk(chunkStart, sinceStart))
        {
            ref var site = ref CollectionsMarshal.GetValueRefOrNullRef(_chunk, key);
            if (Unsafe.IsNullRef(ref site)) continue;
            site.Sampled = (Math.Max(0, site.Sampled.Bytes - bytes), site.Sampled.Samples - (whole ? 1 : 0));
        }

        foreach (var site in _chunk.Values)
        {
            if (site.Sampled.Samples > 0) Merge(_sampled, site, site.Sampled, names);
            if (site.Buffers.Samples > 0) Merge(_buffers, site, site.Buffers, names);
        }

        _chunk.Clear();
    }

    /// <summary>The sites; null when there was no event.</summary>
    public AllocationSamples? Build()
    {
        var exact = _buffers.Count > 0;
        var sites = exact ? _buffers : _sampled;
        if (sites.Count == 0) return null;
        var ordered = sites.Values.OrderByDescending(site => site.Bytes).ToList();
        var kept = ordered.Take(Limits.AllocationSites);
        var rest = ordered.Skip(Limits.AllocationSites).GroupBy(site => site.Type).Select(
            group => new AllocationSite(
                group.Key, AllocationHeap.Small, Total.Sum(group, site => site.Bytes), Total.Sum(group, site => site.Samples), []));
        return new AllocationSamples(
            [.. kept.Concat(rest).OrderByDescending(site => site.Bytes)],
            exact
                ? "new TLABs and objects outside TLABs"
                : "sampled allocations, each weighted with what its thread allocated since the previous one",
            LargeObjectsExact: false);
    }

    private void Add(JfrValue e, string weight, bool buffer)
    {
        if (e[weight].Number() is not (> 0 and <= Limits.AllocationBytes and var bytes)) return;
        var type = e["objectClass"];
        var stack = e["stackTrace"];
        ref var site = ref CollectionsMarshal.GetValueRefOrAddDefault(_chunk, (type.Key, stack.Key), out var known);
        if (!known) (site.Type, site.Stack) = (type, stack);
        ref var sum = ref site.Sampled;
        if (buffer) sum = ref site.Buffers;
        sum = (Total.From(sum.Bytes) + bytes, sum.Samples + 1);
        if (!buffer) _firsts.Sample(e, bytes, (type.Key, stack.Key));
    }

    private static void Merge(
        Dictionary<(string? Type, string Stack), AllocationSite> into, in Site site, (long Bytes, long Samples) sum, JfrNames names)
    {
        var type = names.Class(site.Type);
        var methods = into.Count < Limits.Stacks ? names.Stack(site.Stack) : [];
        ref var known = ref CollectionsMarshal.GetValueRefOrAddDefault(into, (type, string.Join('\n', methods)), out _);
        known ??= new AllocationSite(type, AllocationHeap.Small, 0, 0, methods);
        known = known with { Bytes = Total.From(known.Bytes) + sum.Bytes, Samples = known.Samples + sum.Samples };
    }

    private struct Site
    {
        public JfrValue Type;
        public JfrValue Stack;
        public (long Bytes, long Samples) Sampled;
        public (long Bytes, long Samples) Buffers;
    }
}
