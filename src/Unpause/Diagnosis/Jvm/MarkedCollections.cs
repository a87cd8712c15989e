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
        var chosen = new bool[recording.Collections.Count];
        var numbers = new List<long>();
        var count = 0;
        for (var i = 0; i < chosen.Length; i++)
        {
            if (!(chosen[i] = holds(recording.Collections[i]))) continue;
            count++;
            if (numbers.Count < Named) numbers.Add(recording.Collections[i].Number);
        }

        if (count == 0) return new MarkedCollections(0, chosen.Length, 0, 0, "");
        long total = 0;
        long max = 0;
        foreach (var pause in recording.Pauses)
        {
            if (!chosen[pause.Collection]) continue;
            total += pause.DurationNanoseconds;
            max = Math.Max(max, pause.DurationNanoseconds);
        }

        return new MarkedCollections(count, chosen.Length, total, max, string.Join(", ", numbers) + (count > Named ? " …" : ""));
    }

    /// <summary>The share of all collections, 0 to 1.</summary>
    public double Share => Total == 0 ? 0 : (double)Count / Total;
}
