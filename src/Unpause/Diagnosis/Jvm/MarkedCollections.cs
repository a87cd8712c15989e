using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Collections that something holds for, with their pauses; times in nanoseconds.</summary>
/// <param name="Count">How many.</param>
/// <param name="Total">All collections of the recording.</param>
/// <param name="PauseTotal">Their pauses.</param>
/// <param name="PauseMax">The longest of their pauses.</param>
/// <param name="Numbers">The runtime's numbers of the first few.</param>
internal sealed record MarkedCollections(int Count, int Total, long PauseTotal, long PauseMax, string Numbers)
{
    private const int Named = 5;

    /// <summary>Finds the collections of a recording for which a condition holds.</summary>
    public static MarkedCollections Of(Recording recording, Func<Collection, bool> holds)
    {
        var all = recording.Collections.Count;
        var numbers = new List<long>();
        var count = 0;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (!holds(collection)) continue;
                count++;
                if (numbers.Count < Named) numbers.Add(collection.Number);
            }
        }

        if (count == 0) return new MarkedCollections(0, all, 0, 0, "");
        var total = default(Total);
        long max = 0;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (!holds(recording.Collections[pause.Collection])) continue;
                total += pause.DurationNanoseconds;
                max = Math.Max(max, pause.DurationNanoseconds);
            }
        }

        return new MarkedCollections(count, all, total, max, string.Join(", ", numbers) + (count > Named ? " …" : ""));
    }

    /// <summary>Whether any collection had a cause, in the runtime's words; the summary tells it without looking at each.</summary>
    public static bool AnyFor(AnalysedProcess process, string runtimeCause)
    {
        foreach (var cause in process.Summary.Collections.ByCause)
        {
            if (cause.RuntimeCause == runtimeCause) return true;
        }

        return false;
    }

    /// <summary>The share of all collections, 0 to 1.</summary>
    public double Share => Total == 0 ? 0 : (double)Count / Total;
}
