using System.Globalization;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// Holds the times of a recording against what can be, before it is built: whatever format it was read from, afterwards no
/// pause, stop or wait is negative or longer than a day, and where they add up to more than was recorded, a note says so.
/// </summary>
internal static class PossibleTimes
{
    /// <summary>Leaves out what cannot be, and notes it.</summary>
    public static void Check(RecordingBuilder recording)
    {
        if (recording.DurationNanoseconds is < 0 or > Limits.LongestNanoseconds)
        {
            recording.DurationNanoseconds = null;
            recording.Coverage.Add(
                "The recording's first and last time lie more than a hundred years apart, or in the wrong order: its length is not known.",
                unreadable: true);
        }

        var observed = recording.DurationNanoseconds - recording.LostNanoseconds;
        Keep(recording, recording.Stalls, "waits");
        Compare(recording, Keep(recording, recording.Pauses, "pauses"), "pauses", observed);
        if (recording.Stops is not { } stops) return;
        Compare(recording, Keep(recording, stops, "stops"), "stops", observed);
    }

    // The items are structures: their times are read where they stand, without a call or a copy.
    private static (Total Total, long Longest) Keep<T>(RecordingBuilder recording, ChunkedList<T> items, string name)
        where T : struct, ITimed
    {
        var total = default(Total);
        long longest = 0;
        var impossible = 0;
        foreach (var chunk in items.ChunkSpans)
        {
            foreach (ref readonly var item in chunk)
            {
                var duration = item.DurationNanoseconds;
                if (!Possible(item.StartNanoseconds, duration))
                {
                    impossible++;
                    continue;
                }

                total += duration;
                longest = Math.Max(longest, duration);
            }
        }

        if (impossible == 0) return (total, longest);
        items.RemoveAll(item => !Possible(item.StartNanoseconds, item.DurationNanoseconds));
        recording.Coverage.Add(
            Invariant($"Of the {name}, {impossible:N0} cannot be (negative, longer than a day, or at no possible time) ")
            + Invariant($"and {(impossible == 1 ? "is" : "are")} left out: what tells of them is damaged."),
            unreadable: true);
        return (total, longest);
    }

    private static bool Possible(long start, long duration) =>
        duration is >= 0 and <= Limits.PauseNanoseconds
        && (start == Pause.NoTime || start is >= -Limits.LongestNanoseconds and <= Limits.LongestNanoseconds);

    private static void Compare(RecordingBuilder recording, (Total Total, long Longest) sums, string name, long? observed)
    {
        var (total, longest) = sums;
        if (total > Limits.LongestNanoseconds)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}: no recording is that long, so what tells of them is damaged.",
                unreadable: true);
        }
        else if (total - longest > observed)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}, but only {Quantities.Duration(observed.Value)} were recorded: some of "
                + "their lengths or times are damaged, and the share of time outside of them is not known.",
                unreadable: true);
        }
        else if (observed > 0 && total > observed)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}, but only {Quantities.Duration(observed.Value)} were recorded, as when "
                + "the first began before the recording: the share of time outside of them is not known.");
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
