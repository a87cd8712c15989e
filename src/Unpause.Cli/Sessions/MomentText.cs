namespace Unpause.Cli.Sessions;

/// <summary>A moment as users type it: wall-clock time, or time since the start of the recording.</summary>
internal static class MomentText
{
    private static readonly string[] TimesOfDay = ["HH:mm", "HH:mm:ss", "HH:mm:ss.FFFFFFF"];

    /// <summary>Nanoseconds since the recording's zero.</summary>
    /// <param name="option">The option that it was given to.</param>
    /// <param name="text">As typed: <c>02:58:10</c> (UTC), <c>2026-11-25T02:58:10Z</c>, <c>90s</c>.</param>
    /// <returns>Null for a wall-clock time where the recording has none.</returns>
    /// <exception cref="UserMistake">It is no moment.</exception>
    public static long? Parse(string option, string text, Recording recording)
    {
        if (Quantities.TryParseDuration(text, out var since)) return (long)Math.Min(since, long.MaxValue / 2);
        if (TimeOnly.TryParseExact(text, TimesOfDay, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
        {
            if (recording.Clock.StartedAt is not { } started) return null;
            var start = started.UtcDateTime;
            var at = start.Date + time.ToTimeSpan();
            // A recording that passes midnight has the time on the next day.
            if (at < start.AddSeconds(-1)) at = at.AddDays(1);
            return (at - start).Ticks * 100;
        }

        if (!DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment))
        {
            throw new UserMistake(
                $"{option} {PlainText.Clean(text)} is not a moment: give 02:58:10, 2026-11-25T02:58:10Z, or 90s since the start");
        }

        return recording.Clock.StartedAt is { } zero ? (moment.UtcDateTime - zero.UtcDateTime).Ticks * 100 : null;
    }
}
