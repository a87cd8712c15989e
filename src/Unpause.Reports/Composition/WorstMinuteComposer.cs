using Unpause.Analysis;
using Unpause.Analysis.Minutes;

namespace Unpause.Reports.Composition;

/// <summary>The document's worst minute, with the words for what was different in it.</summary>
internal static class WorstMinuteComposer
{
    private const double NanosecondsAMillisecond = 1e6;

    /// <summary>The worst minute; null where a recording has none.</summary>
    public static WorstMinuteDocument? Compose(AnalysedProcess process) => WorstMinute.Find(process) is not { } minute
        ? null
        : new()
        {
            StartMs = new(minute.StartNanoseconds),
            LengthMs = new(minute.LengthNanoseconds),
            PausedMs = new(minute.PausedNanoseconds),
            OtherMinutes = minute.OtherMinutes,
            UsualPausedMs = new(minute.UsualNanoseconds),
            LongestMs = new(minute.LongestNanoseconds),
            Collections = minute.Collections,
            Why = [.. minute.Differences.Select(difference => Sentence(difference, minute))],
            Differences = [.. minute.Differences.Select(Difference)],
            Strip = new()
            {
                FromMs = new(minute.Strip.FromNanoseconds),
                Minutes = minute.Strip.Minutes,
                PausedMs = [.. minute.Strip.PausedNanoseconds.Select(paused => new Milliseconds(paused))],
            },
        };

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
                ? $"({of.Usual.ToString("0.##", CultureInfo.InvariantCulture)} in an average minute)"
                : "(no other minute has any)"),
    };

    private static string Compare(MinuteDifference of, string what, Func<double, string> write) =>
        $"{what} {write(of.Value)} ({(of.Usual > 0 ? $"usually {write(of.Usual)}" : "usually none")})";

    private static string Count(double count) => Quantities.Count((long)count);
}
