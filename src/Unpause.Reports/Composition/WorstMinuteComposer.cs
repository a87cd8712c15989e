using Unpause.Analysis;
using Unpause.Analysis.Minutes;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Reports.Composition;

/// <summary>The document's worst minute, with the words for what was different in it.</summary>
internal static class WorstMinuteComposer
{
    private const double NanosecondsAMillisecond = 1e6;
    private const double NanosecondsAMinute = 60e9;
    private const int Decimals = 2;

    /// <summary>The worst minute; null where a recording has none.</summary>
    /// <param name="process">The analysed recording.</param>
    /// <param name="loadOf">Finds its requests; null without.</param>
    /// <param name="slowThreshold">Longer requests are slow, in nanoseconds.</param>
    public static WorstMinuteDocument? Compose(AnalysedProcess process, Func<ReplayableLoad?> loadOf, long slowThreshold)
    {
        if (WorstMinute.Find(process) is not { } minute) return null;
        var requests = loadOf() is { } load ? MinuteRequests(minute, load, slowThreshold) : null;
        return new()
        {
            StartMs = new(minute.StartNanoseconds),
            LengthMs = new(minute.LengthNanoseconds),
            PausedMs = new(minute.PausedNanoseconds),
            OtherMinutes = minute.OtherMinutes,
            UsualPausedMs = new(minute.UsualNanoseconds),
            LongestMs = new(minute.LongestNanoseconds),
            Collections = minute.Collections,
            Requests = requests,
            Why = [.. minute.Differences.Select(difference => Sentence(difference, minute)), .. Sentences(requests)],
            Differences = [.. minute.Differences.Select(Difference)],
            Strip = new()
            {
                FromMs = new(minute.Strip.FromNanoseconds),
                Minutes = minute.Strip.Minutes,
                PausedMs = [.. minute.Strip.PausedNanoseconds.Select(paused => new Milliseconds(paused))],
            },
        };
    }

    private static MinuteRequestsDocument MinuteRequests(WorstMinute minute, ReplayableLoad load, long slowThreshold)
    {
        var (from, until) = (load.Place(minute.StartNanoseconds), load.Place(minute.StartNanoseconds + minute.LengthNanoseconds));
        var arrivals = load.Arrivals;
        var latencies = load.Latencies.Span;
        var (count, slow, elsewhere) = (0L, 0L, 0L);
        for (var i = 0; i < arrivals.Length; i++)
        {
            var isSlow = latencies[i] > slowThreshold ? 1 : 0;
            if (arrivals[i] >= from && arrivals[i] < until) (count, slow) = (count + 1, slow + isSlow);
            else elsewhere += isSlow;
        }

        var others = Math.Max(1, (load.Stretch.Length - minute.LengthNanoseconds) / NanosecondsAMinute);
        return new() { Count = count, Slow = slow, UsualSlow = Math.Round(elsewhere / others, Decimals) };
    }

    private static IEnumerable<string> Sentences(MinuteRequestsDocument? requests)
    {
        if (requests is null || requests.Slow <= WorstMinute.LeastFactor * requests.UsualSlow) yield break;
        yield return $"{Count(requests.Slow)} of {Count(requests.Count)} requests were slow ("
            + (requests.UsualSlow > 0
                ? $"{Average(requests.UsualSlow)} in an average other minute)"
                : "none in the other minutes)");
    }

    private static MinuteDifferenceDocument Difference(MinuteDifference difference)
    {
        var scale = difference.What is MinuteFact.LongestPause or MinuteFact.ConcurrentCycles ? NanosecondsAMillisecond : 1;
        return new()
        {
            What = MinuteDifferenceDocument.Word(difference.What),
            Cause = difference.Cause,
            Value = Math.Round(difference.Value / scale, 6),
            Usual = Math.Round(difference.Usual / scale, 6),
        };
    }

    private static string Sentence(MinuteDifference of, WorstMinute minute) => of.What switch
    {
        MinuteFact.LongestPause => Compare(of, "longest pause", Quantities.Duration),
        MinuteFact.Collections => Compare(of, "collections", Count),
        MinuteFact.Allocated => Compare(of, "allocated", Quantities.Bytes),
        MinuteFact.Promoted => Compare(of, "promoted", Quantities.Bytes),
        MinuteFact.ConcurrentCycles => Compare(of, "time in concurrent cycles", Quantities.Duration),
        MinuteFact.HeapAfter => Compare(of, "in use after a collection", Quantities.Bytes),
        _ => $"{Count(of.Value)} of {Count(minute.Collections)} collections have the cause {of.Cause} "
            + (of.Usual > 0
                ? $"({Average(of.Usual)} in an average minute)"
                : "(no other minute has any)"),
    };

    private static string Compare(MinuteDifference of, string what, Func<double, string> write) =>
        $"{what} {write(of.Value)} ({(of.Usual > 0 ? $"usually {write(of.Usual)}" : "usually none")})";

    private static string Average(double count) => count.ToString("0.##", CultureInfo.InvariantCulture);

    private static string Count(double count) => Quantities.Count((long)count);
}
