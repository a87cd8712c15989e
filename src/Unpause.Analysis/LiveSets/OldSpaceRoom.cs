namespace Unpause.Analysis.LiveSets;

/// <summary>How much of V8's limit for old objects is live.</summary>
/// <param name="LimitBytes">The limit of what is not young.</param>
/// <param name="LiveBytes">Median of what was in use after the last full collections.</param>
/// <param name="IsSet">Whether the recording shows an option that sets the limit.</param>
internal sealed record OldSpaceRoom(long LimitBytes, long LiveBytes, bool IsSet)
{
    /// <summary>Full collections whose median counts: one may have met a burst of work.</summary>
    private const int Last = 5;

    /// <summary>V8's limit of the heap includes three semi-spaces (src/heap/heap.cc, YoungGenerationSizeFromSemiSpaceSize).</summary>
    private const int SemiSpacesOfYoung = 3;

    /// <summary>The live share of the limit, in percent.</summary>
    public double Percent => 100.0 * LiveBytes / LimitBytes;

    /// <summary>The limit in MiB, in steps of 64, of which what is live now is at most a share.</summary>
    public long MebibytesFor(double share)
    {
        const int Step = 64;
        return (long)Math.Ceiling(LiveBytes / share / (1L << 20) / Step) * Step;
    }

    /// <summary>Computes it; null where the recording shows no limit, or no full collection.</summary>
    public static OldSpaceRoom? Compute(Recording recording)
    {
        if (LimitOf(recording) is not { } limit) return null;
        var live = new Queue<long>();
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.LiveSetBytes is not { } bytes) continue;
                live.Enqueue(bytes);
                if (live.Count > Last) live.Dequeue();
            }
        }

        return live.Count == 0 ? null : new(
            limit, (long)Median.Compute(live.Select(bytes => (double)bytes)),
            NodeOptions.Mebibytes(recording.Source, NodeSettings.MaxOldSpace) is not null);
    }

    /// <summary>V8's limit of what is not young, in bytes; null where the recording does not show it.</summary>
    public static long? LimitOf(Recording recording)
    {
        var set = NodeOptions.Mebibytes(recording.Source, NodeSettings.MaxOldSpace) << 20;
        var young = (SemiSpacesOfYoung * NodeOptions.SemiSpaceOf(recording.Source)) << 20;
        return (set ?? recording.HeapMaximumBytes - young) is > 0 and var limit ? limit : null;
    }
}
