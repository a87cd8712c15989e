using Unpause.Recordings;

namespace Unpause.Readers.Go;

/// <summary>
/// That gc lines and stops are of one process. Lines count from the start of the runtime, which comes a little after the program's;
/// they are numbered without gaps, and the stops of a process that was watched from its beginning are all there. So the collections
/// of both lie equally far apart, one for one, but for the millisecond to which lines are cut.
/// </summary>
/// <param name="Pairs">Of each collection of the lines that has stops: which collection of the stops it is. Indexes.</param>
/// <param name="OffsetNanoseconds">What is taken off the stops' times to get the lines'.</param>
internal sealed record StopMatch(IReadOnlyDictionary<int, int> Pairs, long OffsetNanoseconds)
{
    /// <summary>
    /// Printed starts are cut to milliseconds (runtime/mgc.go, itoaDiv), and the clock is read just before the stop begins.
    /// </summary>
    private const long GrainNanoseconds = 1_500_000;

    /// <summary>The runtime starts its clock within this time of the program's start; a loaded machine takes its time.</summary>
    private const long SlowestStart = 250_000_000;

    /// <summary>So many of the collections in both must agree: a thread may be held up between the clock and the stop.</summary>
    private const double LeastShare = 0.95;

    private const int MostMissing = 10_000;

    /// <summary>Compares gc lines with stops; null when they are of different processes, or nothing proves that they are of one.</summary>
    public static StopMatch? Of(Recording lines, Recording stops)
    {
        if (lines.Collections.Count == 0 || lines.Collections[0].StartNanoseconds is null) return null;
        // Where the recording begins with a later line, its zero is that line's start, and how long the runtime ran before isn't told.
        var fromStart = lines.Collections[0].Number == 1;
        if (!fromStart) return null;
        StopMatch? found = null;
        for (var missing = 0; missing < Math.Min(MostMissing, lines.Collections[^1].Number); missing++)
        {
            if (Of(lines, stops, missing) is not { } match) continue;
            if (found is not null) return null; // so regular that it fits twice
            found = match;
        }

        return found;
    }

    /// <summary>Compares them on the assumption that the stops begin with the collection after so many.</summary>
    private static StopMatch? Of(Recording lines, Recording stops, int missing)
    {
        const int FirstLook = 8;
        var differences = new List<(int Line, int Stop, long Difference)>();
        for (var line = 0; line < lines.Collections.Count; line++)
        {
            var stop = lines.Collections[line].Number - 1 - missing;
            if (stop < 0 || stop >= stops.Collections.Count) continue;
            if (stops.Collections[(int)stop].StartNanoseconds is not { } seen) continue;
            if (lines.Collections[line].StartNanoseconds is not { } printed) continue;
            differences.Add((line, (int)stop, seen - printed));
            if (differences.Count == FirstLook && Agreeing(differences).Count < FirstLook / 2) return null;
        }

        // Many more stops than lines are another process's: lines are lost one by one, and not by the half.
        var agreeing = Agreeing(differences);
        if (agreeing.Count == 0 || agreeing.Count < differences.Count * LeastShare) return null;
        if (agreeing.Count * 2 < stops.Collections.Count) return null;
        var offset = agreeing.Min(pair => pair.Difference);
        return offset is < 0 or > SlowestStart ? null : new StopMatch(agreeing.ToDictionary(pair => pair.Line, pair => pair.Stop), offset);
    }

    /// <summary>The pairs whose difference is within a grain above the one that has most so near.</summary>
    private static List<(int Line, int Stop, long Difference)> Agreeing(List<(int Line, int Stop, long Difference)> pairs)
    {
        if (pairs.Count == 0) return pairs;
        var sorted = pairs.ConvertAll(pair => pair.Difference);
        sorted.Sort();
        var (from, most) = (0L, 0);
        for (int first = 0, end = 0; first < sorted.Count; first++)
        {
            while (end < sorted.Count && sorted[end] - sorted[first] <= GrainNanoseconds) end++;
            if (end - first > most) (from, most) = (sorted[first], end - first);
        }

        return pairs.FindAll(pair => pair.Difference >= from && pair.Difference - from <= GrainNanoseconds);
    }
}
