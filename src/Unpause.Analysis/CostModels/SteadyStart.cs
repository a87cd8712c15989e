using Unpause.Recordings;
using Unpause.Requests.Statistics;

namespace Unpause.Analysis.CostModels;

/// <summary>When a program had filled its heap: what it cost to fill it says nothing of what it costs to keep it.</summary>
internal static class SteadyStart
{
    // The live set of later is there from this share of it on.
    private const double AsGoodAsFull = 0.8;

    // What fills its heap for longer than this share of the recording has no steady part.
    private const double MostOfRecording = 0.5;

    /// <summary>Nanoseconds since the recording's zero; 0 where it was so from the beginning, or never.</summary>
    public static long Of(Recording recording)
    {
        var live = recording.Collections.Where(collection => collection.WholeHeap && Live(collection) is not null).ToList();
        if (live.Count < 2 || recording.DurationNanoseconds is not { } duration) return 0;
        var later = Median.Of(live.Skip(live.Count / 2).Select(collection => Live(collection)!.Value));
        foreach (var collection in recording.Collections)
        {
            if (collection.EndNanoseconds is not { } end || collection.HeapAfterBytes is not { } after) continue;
            if (after >= later * AsGoodAsFull) return end < duration * MostOfRecording ? end : 0;
        }

        return 0;
    }

    private static long? Live(Collection collection) => collection.LiveBytes ?? collection.HeapAfterBytes;
}
