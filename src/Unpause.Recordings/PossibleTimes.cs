using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <summary>
/// Checks the times of a recording before it is built. Whatever its format, afterwards no
/// pause, stop or wait is negative or longer than a day, and if they add up to more than was recorded, a note reports it.
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
                "The recording's first and last time are more than 100 years apart, or in the wrong order: its length is unknown.",
                unreadable: true);
        }

        var observed = recording.DurationNanoseconds - recording.LostNanoseconds;
        if (Sum(recording, new Column<Stall>(recording.Stalls), "waits", out _) > 0) recording.Stalls.RemoveAll(stall => !Possible(stall));
        if (Sum(recording, new Column<Pause>(recording.Pauses), "pauses", out var pauses) > 0)
        {
            var all = recording.Pauses;
            recording.Pauses = new PauseList();
            recording.CyclePauses = new();
            foreach (var pause in all)
            {
                if (Possible(pause)) recording.Pauses.Add(pause);
            }
        }

        Compare(recording, pauses, "pauses", observed);
        if (recording.Stops is not { } begun) return;
        if (Sum(recording, new Column<Stop>(begun), "stops", out var stops) > 0)
        {
            recording.Stops = new StopList();
            foreach (var stop in begun)
            {
                if (Possible(stop)) recording.Stops.Add(stop);
            }
        }

        Compare(recording, stops, "stops", observed);
    }

    /// <summary>Adds up what is possible, and notes how much isn't.</summary>
    /// <returns>How many items are not possible.</returns>
    private static int Sum<T>(RecordingBuilder recording, Column<T> items, string name, out (Total Total, long Longest) sums)
        where T : struct, ITimed
    {
        var total = default(Total);
        long longest = 0;
        var impossible = 0;
        foreach (var chunk in items.ChunkSpans)
        {
            foreach (ref readonly var item in chunk)
            {
                if (!Possible(item))
                {
                    impossible++;
                    continue;
                }

                var duration = item.DurationNanoseconds;
                total += duration;
                longest = Math.Max(longest, duration);
            }
        }

        sums = (total, longest);
        if (impossible == 0) return 0;
        recording.Coverage.Add(
            Invariant($"{impossible:N0} of the {name} {(impossible == 1 ? "is" : "are")} left out because of impossible times ")
            + "(negative, longer than a day, or outside any recording): the input is damaged.",
            unreadable: true);
        return impossible;
    }

    private static bool Possible<T>(in T item)
        where T : struct, ITimed =>
        Possible(item.StartNanoseconds, item.DurationNanoseconds);

    private static bool Possible(long start, long duration) =>
        duration is >= 0 and <= Limits.PauseNanoseconds
        && (start == Pause.NoTime || start is >= -Limits.LongestNanoseconds and <= Limits.LongestNanoseconds);

    private static void Compare(RecordingBuilder recording, (Total Total, long Longest) sums, string name, long? observed)
    {
        var (total, longest) = sums;
        if (total > Limits.LongestNanoseconds)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}, which is longer than any recording: the input is damaged.",
                unreadable: true);
        }
        else if (total - longest > observed)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}, but only {Quantities.Duration(observed.Value)} were recorded: "
                + "some of their lengths or times are damaged. The share of time outside of them is unknown.",
                unreadable: true);
        }
        else if (observed > 0 && total > observed)
        {
            recording.Coverage.Add(
                $"The {name} add up to {Quantities.Duration(total)}, but only {Quantities.Duration(observed.Value)} were recorded: "
                + "the first may have begun before the recording. The share of time outside of them is unknown.");
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
