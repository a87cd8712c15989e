using Unpause.Reports.Short;

namespace Unpause.Reports;

/// <summary>The worst minute as lines of text, shared by the terminal and Markdown.</summary>
internal static class MinuteText
{
    private const string Levels = "▁▂▃▄▅▆▇█";

    /// <summary>So many intervals fit on a line of 80 columns, after its label.</summary>
    private const int MostCells = 60;

    /// <summary>When, how much, and what was different; the strip of all minutes last. Nothing where there is no worst minute.</summary>
    public static IEnumerable<string> Lines(ProcessDocument process)
    {
        if (process.WorstMinute is not { } minute) yield break;
        var when = minute.StartMs.Nanoseconds == 0 ? " at the start" : ShortNumbers.At(process, minute.StartMs);
        yield return $"worst{when}: {Cell.Duration(minute.PausedMs)} of {Cell.Duration(minute.LengthMs)} "
            + $"paused ({Share(minute)}); {Others(minute)}";
        if (minute.Why.Count > 0) yield return $"in it: {string.Join("; ", minute.Why)}";
        yield return Strip(minute.Strip);
    }

    private static string Others(WorstMinuteDocument minute) => minute.OtherMinutes == 0
        ? "no other minute has a pause"
        : $"{Quantities.Count(minute.OtherMinutes, "other minute")} with pauses, usually {Cell.Duration(minute.UsualPausedMs)}";

    private static string Share(WorstMinuteDocument minute) =>
        Quantities.Percent(Math.Min(100, 100.0 * minute.PausedMs.Nanoseconds / Math.Max(1, minute.LengthMs.Nanoseconds)));

    /// <summary>A character for each interval. A square root, so that a quiet minute is visible next to a bad one.</summary>
    private static string Strip(MinuteStripDocument strip)
    {
        var joined = (strip.PausedMs.Count + MostCells - 1) / MostCells;
        var cells = strip.PausedMs.Chunk(joined).Select(part => part.Sum(paused => (double)paused.Nanoseconds)).ToList();
        var most = Math.Max(1, cells.Max());
        var drawn = string.Concat(cells.Select(
            paused => paused == 0 ? Levels[0] : Levels[(int)Math.Ceiling(Math.Sqrt(paused / most) * (Levels.Length - 1))]));
        var minutes = strip.Minutes * joined;
        return $"{drawn} each {Length(minutes)}";
    }

    private static string Length(int minutes) => minutes switch
    {
        1 => "minute",
        60 => "hour",
        _ when minutes % 60 == 0 => $"{minutes / 60} hours",
        _ => $"{minutes} minutes",
    };
}
