using Unpause.Recordings;

namespace Unpause.Analysis.LiveSets;

/// <summary>How much more a program allocates a second at the end of its recording than at its beginning.</summary>
internal static class LoadGrowth
{
    /// <summary>From how many times as much on the load has grown, and the program didn't just warm up or vary.</summary>
    public const double Notable = 1.5;

    private const int Thirds = 3;

    /// <summary>The last third's rate ÷ the first third's; null where allocation or times are not recorded.</summary>
    public static double? Of(Recording recording)
    {
        if (Ends(recording) is not { } ends) return null;
        var (begin, length) = (ends.Begin, ends.End - ends.Begin);
        Span<double> allocated = stackalloc double[Thirds];
        long? previous = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.StartNanoseconds is not { } start) continue;
                var third = (int)Math.Clamp(Thirds * (double)(start - begin) / length, 0, Thirds - 1);
                // What is in use more than after the collection before was allocated between them.
                var grown = collection.HeapBeforeBytes - previous;
                allocated[third] += Math.Max(0, collection.AllocatedBytes ?? grown ?? 0);
                previous = collection.HeapAfterBytes ?? previous;
            }
        }

        return allocated[0] > 0 ? allocated[Thirds - 1] / allocated[0] : null;
    }

    private static (long Begin, long End)? Ends(Recording recording)
    {
        long? begin = null, end = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                begin ??= collection.StartNanoseconds;
                end = collection.StartNanoseconds ?? end;
            }
        }

        return begin < end ? (begin.Value, end!.Value) : null;
    }
}
