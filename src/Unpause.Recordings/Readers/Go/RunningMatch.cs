namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Aligns gc lines with the stops of the same process, both recorded from its middle on. The recorder identifies the process;
/// the wall clock of both (to some ten milliseconds), distances and lengths show which line belongs to which collection.
/// </summary>
internal static class RunningMatch
{
    /// <summary>Lines are stamped when they arrive, at least every 10 ms, on a loaded machine later.</summary>
    private const long MostApart = 250_000_000;

    /// <summary>Of two assumptions the better one's lengths must agree so much better.</summary>
    private const double Clearly = 0.7;

    /// <summary>Compares them; null when it cannot be determined which belong together.</summary>
    public static StopMatch? Find(Recording lines, Recording stops)
    {
        if (StopMatch.BetweenStarts(lines, stops) is not { } later) return null;
        var between = later.Ticks * TimeSpan.NanosecondsPerTick;
        var (best, next) = ((Match: (StopMatch?)null, Apart: double.PositiveInfinity), double.PositiveInfinity);
        foreach (var number in FirstNumbers(lines.Collections, stops.Collections, between))
        {
            if (StopMatch.At(lines, stops, number) is not { } match) continue;
            var apart = LengthsApart(lines, stops, match);
            if (apart < best.Apart) (best, next) = ((match, apart), best.Apart);
            else next = Math.Min(next, apart);
        }

        return best.Apart <= next * Clearly ? best.Match : null;
    }

    /// <summary>Which numbers the first collection of the stops may have, by the wall clock. Either recording may begin first.</summary>
    private static HashSet<long> FirstNumbers(Column<Collection> lines, Column<Collection> stops, long between)
    {
        var numbers = new HashSet<long>();
        for (var stop = 0; stop < stops.Count && lines.Count > 0; stop++)
        {
            if (IsNear(lines[0], stops[stop], between) is not { } near) continue;
            if (near) numbers.Add(lines[0].Number - stop);
            else if (numbers.Count > 0) break;
        }

        // One that began before it was seen has no start.
        var first = stops.Count > 1 && stops[0].StartNanoseconds is null ? 1 : 0;
        for (var line = 0; line < lines.Count && stops.Count > 0; line++)
        {
            if (IsNear(lines[line], stops[first], between) is true) numbers.Add(lines[line].Number - first);
        }

        return numbers;
    }

    private static bool? IsNear(in Collection line, in Collection stop, long between) =>
        Math.Abs(stop.StartNanoseconds - line.StartNanoseconds - between ?? long.MaxValue) is var apart and not long.MaxValue
            ? apart <= MostApart
            : null;

    /// <summary>By how much collections differ in how long they marked, on the average.</summary>
    private static double LengthsApart(Recording lines, Recording stops, StopMatch match)
    {
        var (sum, count) = (0.0, 0);
        foreach (var (line, stop) in match.Pairs)
        {
            if (Length(lines.Collections[line]) is not { } printed || Length(stops.Collections[stop]) is not { } seen) continue;
            sum += Math.Abs(seen - printed);
            count++;
        }

        return count == 0 ? double.MaxValue : sum / count;
    }

    private static long? Length(in Collection collection) => collection.EndNanoseconds - collection.StartNanoseconds;
}
