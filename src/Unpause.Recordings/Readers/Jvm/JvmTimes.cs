using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Jvm;

/// <summary>Times of a finished recording.</summary>
internal static class JvmTimes
{
    /// <summary>Both timestamps of a line are cut or rounded to a millisecond, so their difference may be off by two.</summary>
    private const long UncertaintyNanoseconds = 2_000_000;

    /// <summary>From a pipe into a container's log a line that finds a free processor needs less.</summary>
    private const long ArrivalNanoseconds = 10_000_000;

    /// <summary>Pauses in a worse order than this are sorted as a whole.</summary>
    private const int StepsAPause = 4;

    /// <summary>The clock of a log whose zero was at a wall time.</summary>
    public static Clock ClockOf(long unixNanoseconds, bool hasUptime) => new(
        DateTimeOffset.UnixEpoch.AddTicks(unixNanoseconds / 100),
        UncertaintyNanoseconds,
        hasUptime ? "timestamps beside uptime in the log" : "timestamps in the log");

    /// <summary>The clock of a log whose lines have only the uptime, and which arrived with prefixes.</summary>
    /// <param name="unixNanoseconds">The zero's wall time by the line that was delayed least.</param>
    /// <param name="grain">How much later it may have been, because the prefix's time is cut.</param>
    public static Clock ClockOfArrival(long unixNanoseconds, long grain) => new(
        DateTimeOffset.UnixEpoch.AddTicks((unixNanoseconds + (grain / 2)) / 100),
        UncertaintyNanoseconds + ArrivalNanoseconds + (grain / 2),
        "arrival of the log's lines, from their prefixes");

    /// <summary>Subtracts the zero from every time, and puts pauses and stops in order of time.</summary>
    public static void Shift(RecordingBuilder recording, long zero)
    {
        if (zero != 0) recording.MoveTimes(-zero);
        SortPauses(recording.Pauses);
    }

    private static void SortPauses(PauseList pauses)
    {
        // Timestamps are rounded, so a pause may begin a little before the one before it: that costs a step or two each.
        var steps = (long)pauses.Count * StepsAPause;
        for (var i = 1; i < pauses.Count; i++)
        {
            if (pauses.StartOf(i - 1) <= pauses.StartOf(i)) continue;
            var pause = pauses[i];
            var place = i;
            for (; place > 0 && pauses.StartOf(place - 1) > pause.StartNanoseconds && steps-- > 0; place--)
            {
                pauses.Set(place, pauses[place - 1]);
            }

            if (place < i) pauses.Set(place, pause);
            if (steps <= 0) break;
        }

        if (steps > 0) return;
        var all = pauses.OrderBy(pause => pause.StartNanoseconds).ToArray();
        for (var i = 0; i < all.Length; i++) pauses.Set(i, all[i]);
    }
}
