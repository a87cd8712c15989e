using Unpause.Analysis;

namespace Unpause.Diagnosis.Jvm;

/// <summary>A live set that rose until it filled the heap: a leak that ends, or ended, in OutOfMemoryError.</summary>
/// <param name="Trend">How it rose.</param>
/// <param name="HeapBytes">The largest size of the heap.</param>
internal sealed record HeapExhaustion(LiveSetTrend Trend, long HeapBytes)
{
    /// <summary>How much of the heap must be live at last.</summary>
    public static readonly Threshold LeastFull = Threshold.Percent(
        "share of the heap that is live at last", 75, "what is left is soon full");

    /// <summary>How much the live set must have risen.</summary>
    public static readonly Threshold LeastRise = Threshold.Percent(
        "least rise until then, of the heap", 30, "less is what a program fills as it warms up");

    /// <summary>How steadily it must rise.</summary>
    public static readonly Threshold LeastRising = Threshold.Percent(
        "pairs of markings of which the later has more", 85, "chance gives half of them");

    /// <summary>How many markings it takes.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest markings of a heap that fills", 4, "collections", "fewer rise by chance");

    /// <summary>How little must remain after it where anything is let go at all.</summary>
    public static readonly Threshold MostLeft = Threshold.Percent(
        "share of a full heap's live set that is left once it is let go", 50,
        "the error or a restart lets go of most at once; what shrinks bit by bit is work that is done, no leak");

    /// <summary>How full it must be for what is let go then to be the error's doing.</summary>
    public static readonly Threshold Brimful = Threshold.Percent(
        "share of the heap that is live at last, for what is let go then to be OutOfMemoryError's doing", 90,
        "hardly a program lives on as little as is left");

    /// <summary>Whether what was live was let go of later in the recording.</summary>
    public bool IsOver => Trend.After is not null;

    /// <summary>Whether it was let go of most likely because there was no more room.</summary>
    public bool IsEnded => IsOver && Full >= Brimful.Share;

    /// <summary>The share of the heap that is live at last, 0 to 1.</summary>
    public double Full => (double)Trend.Most / HeapBytes;

    /// <summary>Finds it in a process; null when its heap doesn't fill.</summary>
    public static HeapExhaustion? Of(AnalysedProcess process)
    {
        if (process.Shared(LiveSetTrend.Of) is not { } trend || trend.Marks < Fewest.Value) return null;
        if ((process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes) is not (> 0 and var heap)) return null;
        if (trend.Most < heap * LeastFull.Share || trend.Most - trend.First < heap * LeastRise.Share) return null;
        if (trend.After > trend.Most * MostLeft.Share) return null;
        return trend.RisingShare < LeastRising.Share ? null : new(trend, heap);
    }
}
