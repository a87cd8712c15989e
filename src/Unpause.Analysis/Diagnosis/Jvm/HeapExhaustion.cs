namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>A live set that grew until it filled the heap: a leak that leads, or led, to OutOfMemoryError.</summary>
/// <param name="Trend">Its growth.</param>
/// <param name="HeapBytes">Maximum heap size.</param>
internal sealed record HeapExhaustion(LiveSetTrend Trend, long HeapBytes)
{
    /// <summary>Smallest live share of the heap at the maximum.</summary>
    public static readonly Threshold LeastFull = Threshold.Percent(
        "live share of the heap at its maximum", 75, "the rest fills soon");

    /// <summary>Smallest growth of the live set.</summary>
    public static readonly Threshold LeastRise = Threshold.Percent(
        "smallest growth until then, relative to the heap", 30, "less is normal during warm-up");

    /// <summary>How steadily it must grow.</summary>
    public static readonly Threshold LeastRising = Threshold.Percent(
        "rising pairs of markings", 85, "half would rise at random");

    /// <summary>Fewest markings.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest markings of a heap that fills", 4, "collections", "fewer may rise by chance");

    /// <summary>If anything is freed later, the largest share that may remain.</summary>
    public static readonly Threshold MostLeft = Threshold.Percent(
        "largest share of a full live set that remains after it is freed", 50,
        "OutOfMemoryError or a restart frees most of it at once; a gradual decrease is finished work, not a leak");

    /// <summary>Live share of the heap from which OutOfMemoryError is the likely reason that memory was freed.</summary>
    public static readonly Threshold Brimful = Threshold.Percent(
        "live share of the heap from which OutOfMemoryError is the likely reason that memory was freed", 90,
        "few applications can run on the little that is left");

    /// <summary>Whether the live set was freed later in the recording.</summary>
    public bool IsOver => Trend.After is not null;

    /// <summary>Whether it was most likely freed because the heap was full.</summary>
    public bool IsEnded => IsOver && Full >= Brimful.Share;

    /// <summary>Live share of the heap at its maximum, 0 to 1.</summary>
    public double Full => (double)Trend.Most / HeapBytes;

    /// <summary>Finds it in a process; null if its heap doesn't fill.</summary>
    public static HeapExhaustion? Of(AnalysedProcess process)
    {
        if (process.Shared(LiveSetTrend.Of) is not { } trend || trend.Marks < Fewest.Value) return null;
        if ((process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes) is not (> 0 and var heap)) return null;
        if (trend.Most < heap * LeastFull.Share || trend.Most - trend.First < heap * LeastRise.Share) return null;
        if (trend.After > trend.Most * MostLeft.Share) return null;
        return trend.RisingShare < LeastRising.Share ? null : new(trend, heap);
    }
}
