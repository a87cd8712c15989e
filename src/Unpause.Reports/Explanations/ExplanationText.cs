using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Explanations;

/// <summary>The order and the words of explanations, for every output.</summary>
public static class ExplanationText
{
    /// <summary>What stands in the way of an answer comes first; the rest stays in the order of the steps that found it.</summary>
    public static IEnumerable<Explanation> Ordered(IEnumerable<Explanation> explanations) =>
        explanations.OrderBy(explanation => explanation is Explanation.NotSignificant ? 0 : 1);

    /// <summary>An explanation in a few sentences.</summary>
    public static string Describe(Explanation explanation) => explanation switch
    {
        Explanation.NoRecording => "No recording was given, so the requests cannot be judged.",
        Explanation.NoRequests => "The inputs contain no request.",
        Explanation.NothingLeft => "No request is left to judge.",
        Explanation.ImpossibleTimes impossible =>
            $"{Quantities.Count(impossible.Count)} requests are left out: they start before 1970 or after 2200, or their latency is below "
            + "0 or above ten years. Check the units.",
        Explanation.NoTimestamps =>
            "The recording has no timestamps, so its pauses cannot be matched with requests. "
            + "Record again with timestamps (JVM: -Xlog:gc*:file=gc.log:time,uptime).",
        Explanation.NoWallClock none =>
            $"The recording has no wall-clock time ({none.Basis}). "
            + "Record again with it (JVM: -Xlog:gc*:file=gc.log:time,uptime; others: unpause run -- CMD…).",
        Explanation.NoSharedTime apart => Apart(apart),
        Explanation.OutsideRecording outside =>
            $"{Quantities.Count(outside.Count)} of {Quantities.Count(outside.All)} requests are left out: "
            + "they started before or after the recording.",
        Explanation.StreamsLeftOut streams => Streams(streams),
        Explanation.CountedOnce twice => Twice(twice),
        Explanation.MarkAssists assists => Assists(assists),
        Explanation.StopsCounted =>
            "Stop-the-world pauses for GC count with the time it takes to stop the threads. Pauses for other reasons do not count.",
        Explanation.OffsetDecides other =>
            $"The clocks cannot be verified. If they are off, GC may be the cause of up to {Quantities.Count(other.SlowBecauseOfGc)} of "
            + $"the {Quantities.Count(other.Slow)} slow requests. Record for longer, or take both timestamps from one clock.",
        Explanation.NoneSlow none =>
            $"No request took longer than {Quantities.Duration(none.ThresholdNanoseconds)}. "
            + $"The longest took {Quantities.Duration(none.MaxNanoseconds)}, p99 is {Quantities.Duration(none.P99Nanoseconds)}. "
            + "Give a lower threshold with --slow.",
        Explanation.ThresholdTooLow low =>
            $"{Quantities.Percent(low.SlowPercent)} of all requests took longer than {Quantities.Duration(low.ThresholdNanoseconds)}, and "
            + $"nearly all would without GC. The median is {Quantities.Duration(low.P50Nanoseconds)}. "
            + "Give a higher threshold with --slow, or check the unit of the latencies.",
        Explanation.NoLatencies => "All latencies are 0: the input has no latencies, or their unit is too coarse.",
        Explanation.TooManyInFlight many =>
            $"By their latencies, {Quantities.Count(many.InFlight)} requests would be in flight at any time. "
            + "Check the unit of the latencies.",
        Explanation.NotSignificant or Explanation.MuchAtRandom or Explanation.QuietTimesDisagree => SignificanceText.Describe(explanation),
        Explanation.SomeKept or Explanation.QueueReplayed or Explanation.UnloggedStart or Explanation.SpansStartLate
            or Explanation.ClosedLoopLoad => QueueText.Describe(explanation),
        Explanation.ClocksAligned or Explanation.StampsRead or Explanation.PausesUnplaced or Explanation.PausesBelowClockError =>
            ClockText.Describe(explanation),
        _ => ProcessText.Describe(explanation),
    };

    /// <summary>How many requests end inside a pause, and how many would at random.</summary>
    internal static string EndInside(long inside, double atRandom) =>
        $"{Quantities.Count(inside, "request")} {(inside == 1 ? "ends" : "end")} inside a pause ({Expected(atRandom)})";

    /// <summary>The same where requests and pause are named already.</summary>
    internal static string Expected(double atRandom) => $"{Quantities.Count((long)Math.Round(atRandom))} expected at random";

    /// <summary>A shift of times: <c>2 hours later</c>.</summary>
    internal static string Hours(long nanoseconds)
    {
        const double Hour = 3_600e9;
        var hours = Math.Abs(nanoseconds) / Hour;
        var number = hours.ToString("0.##", CultureInfo.InvariantCulture);
        return $"{number} {(hours == 1 ? "hour" : "hours")} {(nanoseconds > 0 ? "later" : "earlier")}";
    }

    private static string Apart(Explanation.NoSharedTime apart)
    {
        var (requests, recording) = (Span(apart.First, apart.Last), Span(apart.From, apart.To));
        var facts = $"The requests ({requests}) and the recording ({recording}) do not overlap in time.";
        return apart.Reason switch
        {
            ClockMismatchReason.WrongUnit => $"{facts} The requests' times are in a wrong unit, or their clock was never set.",
            ClockMismatchReason.TimeZone =>
                $"{facts} They would with the requests {Hours(apart.ShiftNanoseconds)}, so their times are in another time zone. "
                + "Give times in UTC or with their offset.",
            _ => $"{facts} They are from different runs. Record and trace at the same time.",
        };
    }

    private static string Span(long from, long to) => $"{Time(from)} to {Time(to)} UTC";

    private static string Time(long unixNanoseconds) =>
        DateTime.UnixEpoch.AddTicks(unixNanoseconds / 100).ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Streams(Explanation.StreamsLeftOut streams)
    {
        var example = streams.Example is { } name ? $", for example {name}" : "";
        return $"{Quantities.Count(streams.Count, "request")} left out as {(streams.Count == 1 ? "a stream" : "streams")}{example}: at "
            + $"least {Quantities.Duration(streams.LeastNanoseconds)} long, and {streams.TimesLonger} times as long as any other request "
            + $"({Quantities.Duration(streams.LongestOtherNanoseconds)}) and any pause.";
    }

    private static string Twice(Explanation.CountedOnce twice)
    {
        var (taken, leftOut) = (string.Join(", ", twice.Taken), string.Join(", ", twice.LeftOut));
        return $"{leftOut} and {taken} contain the same requests ({Quantities.Percent(100 * twice.Share)} of them end at the same time). "
            + $"Each is counted once, with the times in {taken}, which are at least as long.";
    }

    private static string Assists(Explanation.MarkAssists assists)
    {
        var whose = assists.ForEachRequest ? "each request's are reported separately" : "the recording does not show in which requests";
        return $"Mark assists took {(assists.UpperBound ? "at most " : "")}{Quantities.Duration(assists.TotalNanoseconds)} of thread time, "
            + $"at most {Quantities.Duration(assists.MaxNanoseconds)} in one collection ({whose}). They are part of the latencies and not "
            + "of the pauses, so they are not taken out.";
    }
}

/// <summary>The words about whether pauses made requests slow, or only overlap with slow ones.</summary>
internal static class SignificanceText
{
    /// <summary>The sentences.</summary>
    public static string Describe(Explanation explanation) => explanation switch
    {
        Explanation.NotSignificant chance =>
            $"The overlap of pauses and slow requests is not significant: {Counts(chance.AtRandom, chance.Real, chance.PValue)}. "
            + "Too few requests end near the pauses to verify that they are of the same process, so no request is attributed to GC. "
            + "Record for longer to get more pauses.",
        Explanation.MuchAtRandom much =>
            $"Slow requests are so long, or pauses so frequent, that many overlap at random: "
            + $"{Counts(much.AtRandom, much.Real, much.PValue)}. The lower end of the range counts only what is significantly more.",
        Explanation.QuietTimesDisagree { Quiet: var quiet, Replayed: var replayed } => quiet.Low > replayed.High
            ? $"Compared with quiet times, {Range(quiet)} more requests are slow after pauses, but the pauses explain {Range(replayed)}. "
                + "Something else happens at the same time, or requests wait where their times do not show it."
            : $"Requests are slow in quiet times, too. Compared with quiet times, GC makes {Range(quiet)} slow; by the pauses inside them "
                + $"it is {Range(replayed)}. Waits for something else that continue during a pause would explain the difference.",
        _ => throw new ArgumentOutOfRangeException(nameof(explanation)),
    };

    private static string Counts(long atRandom, long real, double? pValue)
    {
        var p = pValue is { } known ? known.ToString("0.###", CultureInfo.InvariantCulture) : "";
        return $"pauses at random times would make {Quantities.Count(atRandom)} requests slow on average, these pauses "
            + $"{Quantities.Count(real)} (p = {p})";
    }

    private static string Range((long Low, long High) range) =>
        range.Low == range.High ? Quantities.Count(range.Low) : $"{Quantities.Count(range.Low)} to {Quantities.Count(range.High)}";
}
