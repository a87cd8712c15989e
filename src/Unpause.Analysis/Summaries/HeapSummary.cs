namespace Unpause.Analysis.Summaries;

/// <summary>Heap sizes in bytes and rates in bytes a second; null where the runtime does not record it.</summary>
/// <param name="MaxBytes">The heap's largest capacity.</param>
/// <param name="PeakBytes">The most that was in use, where recorded, else at a collection's start or end.</param>
/// <param name="LiveSetBytes">In use right after the last whole-heap collection.</param>
/// <param name="AllocatedBytes">Allocated over the recording.</param>
/// <param name="AllocationRateBytesPerSecond">Allocated bytes over the recording's duration.</param>
/// <param name="PromotionRateBytesPerSecond">Promoted bytes over the recording's duration.</param>
public sealed record HeapSummary(
    long? MaxBytes,
    long? PeakBytes,
    long? LiveSetBytes,
    Total? AllocatedBytes,
    double? AllocationRateBytesPerSecond,
    double? PromotionRateBytesPerSecond)
{
    /// <summary>The limit that is set for the heap, or that the runtime reports; null when unknown.</summary>
    public long? LimitBytes { get; private init; }

    /// <summary>Computes the numbers.</summary>
    internal static HeapSummary Compute(Recording recording)
    {
        long? capacity = recording.HeapMaximumBytes, peak = recording.HeapPeakBytes, live = null;
        Total? allocated = null, promoted = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                capacity = Larger(capacity, collection.HeapCapacityBytes);
                peak = Larger(Larger(peak, collection.HeapBeforeBytes), collection.HeapAfterBytes);
                allocated = Plus(allocated, collection.AllocatedBytes);
                promoted = Plus(promoted, collection.PromotedBytes);
                live = collection.LiveSetBytes ?? live;
            }
        }

        if (recording.AllocatedBytes is { } counted) allocated = Total.From(counted);
        var paused = PauseTotal(recording);
        return new HeapSummary(capacity, peak, live, allocated, Rate(allocated, recording, paused), Rate(promoted, recording, paused))
        {
            LimitBytes = recording.HeapMaximumBytes ?? HardLimit(recording.Source),
        };
    }

    private static long? HardLimit(Source source) =>
        source.Settings.TryGetValue(DotNetSettingNames.HardLimit, out var text)
        && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) && bytes > 0 ? bytes : null;

    private static long? Larger(long? a, long? b) => a is null ? b : b is null ? a : Math.Max(a.Value, b.Value);

    private static Total? Plus(Total? sum, long? more) => more is { } bytes ? (sum ?? default) + bytes : sum;

    /// <summary>A recording no longer than its pauses has no rate.</summary>
    private static double? Rate(Total? bytes, Recording recording, Total paused) =>
        bytes is not null && recording.ObservedNanoseconds is { } observed && observed > paused.Value
            ? bytes.Value.Value / (observed / 1e9)
            : null;

    private static Total PauseTotal(Recording recording)
    {
        var total = default(Total);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk) total += pause.DurationNanoseconds;
        }

        return total;
    }
}
